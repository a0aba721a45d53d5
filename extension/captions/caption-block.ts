import type { CaptionChanges, CaptionLine } from '../messaging/captions-protocol.ts'
import { cutLines } from './caption-lines.ts'
import { isInitials } from './speaker-names.ts'
import { matchWords, splitWords, timeWords, type Match, type Word } from './caption-words.ts'

/** One speaker's turn as currently shown on the page. */
export interface SeenBlock {
  /** The same for the same element of the page. */
  key: number
  speaker: string
  text: string
}

/** One speaker's turn as remembered. */
export interface Block {
  /** In order of appearance. */
  id: number
  key: number
  speaker: string
  text: string
  /** Words that the page no longer shows, because the turn became too long. */
  gone: readonly Word[]
  shown: readonly Word[]
  /** When it was removed from the page, ms since 1970; null while it is there. */
  leftAt: number | null
}

/**
 * A word that has been there for this long isn't corrected any more: if it disappears at the front, it has scrolled
 * away.
 */
const SETTLED_MS = 10_000
/** A turn as young as this may be rewritten completely. */
const REWRITTEN_MS = 3000
/** A turn of fewer words may be a genuine repetition. */
const DISTINCTIVE_WORDS = 6
/** A short turn that reappears this soon was only removed and put back. */
const PUT_BACK_MS = 2000

export function openBlock(id: number, { key, speaker, text }: SeenBlock, at: number): Block {
  return { id, key, speaker, text, gone: [], shown: splitWords(text).map((word) => ({ text: word, at })), leftAt: null }
}

/**
 * The updated turn when its own element shows this now.
 * @returns null when the element is used for another turn.
 */
export function continueBlock(block: Block, seen: SeenBlock, at: number): Block | null {
  if (mayBeRepetition(block, at)) return null
  if (block.text === seen.text && block.speaker === seen.speaker) return { ...block, leftAt: null }
  const { texts, match, kept } = compare(block, seen)
  const age = at - (block.shown[0]?.at ?? at)
  const dropped = Math.max(match[0] ?? 0, 0)
  const scrolled = age >= SETTLED_MS || dropped >= DISTINCTIVE_WORDS ? dropped : 0
  const renamed = block.speaker !== seen.speaker
  if (renamed && kept * 2 <= block.shown.length) return null
  const lost = block.shown.length - kept - scrolled
  const rewritten = age < REWRITTEN_MS && block.gone.length === 0
  if (lost * 2 > block.shown.length - scrolled && !rewritten) return null
  return change(block, seen, { texts, match, scrolled, at })
}

/**
 * The updated turn when another element shows it now: the page put its captions into new elements.
 * @param isInPlace whether the turns around it show that it isn't a repetition.
 * @returns null when it is another turn.
 */
export function adoptBlock(block: Block, seen: SeenBlock, at: number, isInPlace = false): Block | null {
  const isSame = block.speaker === seen.speaker || isInitials(block.speaker, seen.speaker)
  if (!isSame || block.shown.length === 0) return null
  if (!isInPlace && mayBeRepetition(block, at)) return null
  const { texts, match, kept } = compare(block, seen)
  const tailOnly = texts.length >= DISTINCTIVE_WORDS && kept >= texts.length * 0.8
  if (kept < block.shown.length * 0.8 && !tailOnly) return null
  return change(block, seen, { texts, match, scrolled: Math.max(match[0] ?? 0, 0), at })
}

function mayBeRepetition({ shown, leftAt }: Block, at: number): boolean {
  return shown.length < DISTINCTIVE_WORDS && leftAt !== null && at - leftAt > PUT_BACK_MS
}

/** Whether a turn is long enough to be recognized anywhere. */
export function isDistinctive({ text }: SeenBlock): boolean {
  return splitWords(text).length >= DISTINCTIVE_WORDS
}

/** Whether the page briefly shows one turn twice, while it replaces its element. */
export function isTwin(long: SeenBlock, short: SeenBlock): boolean {
  return long.speaker === short.speaker && long.text.startsWith(short.text) && splitWords(short.text).length >= 3
}

/** The new or changed lines, and the ids of removed ones. */
export function changedLines(before: Block | null, after: Block): CaptionChanges {
  const old = new Map((before === null ? [] : blockLines(before)).map((line) => [line.id, line]))
  const lines = blockLines(after)
  const put = lines.filter((line) => !sameLine(old.get(line.id), line))
  const ids = new Set(lines.map(({ id }) => id))
  return { put, removed: [...old.keys()].filter((id) => !ids.has(id)) }
}

function blockLines({ id, speaker, gone, shown }: Block): CaptionLine[] {
  return cutLines([...gone, ...shown]).map((words, index) => ({
    id: `${id}-${index}`,
    speaker,
    text: words
      .map(({ text }) => text)
      .join('')
      .trim(),
    startedAt: words[0]?.at ?? 0,
    endedAt: words.at(-1)?.at ?? 0,
  }))
}

function sameLine(a: CaptionLine | undefined, b: CaptionLine): boolean {
  return (
    a !== undefined &&
    a.text === b.text &&
    a.speaker === b.speaker &&
    a.startedAt === b.startedAt &&
    a.endedAt === b.endedAt
  )
}

function compare(block: Block, seen: SeenBlock): { texts: string[]; match: Match; kept: number } {
  const texts = splitWords(seen.text)
  const match = matchWords(
    block.shown.map(({ text }) => text),
    texts,
  )
  return { texts, match, kept: match.filter((index) => index >= 0).length }
}

function change(
  block: Block,
  seen: SeenBlock,
  { texts, match, scrolled, at }: { texts: string[]; match: Match; scrolled: number; at: number },
): Block {
  const shown = timeWords(
    block.shown.slice(scrolled),
    texts,
    match.map((index) => (index < 0 ? index : index - scrolled)),
    at,
  )
  const gone = scrolled === 0 ? block.gone : [...block.gone, ...block.shown.slice(0, scrolled)]
  return { ...block, ...seen, gone, shown, leftAt: null }
}
