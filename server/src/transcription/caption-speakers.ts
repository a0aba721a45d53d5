import type { Utterance } from './caption-text.ts'

/** What someone says, on one line. */
export interface SpokenText {
  speaker: string | null
  text: string
}

interface Prefixed {
  name: string
  rest: string
}

/** Zoom and others write `Name: text`. A dash or `>>` may mark the turn. */
const PREFIX = /^(?:(?:[-–—]|>>)\s*)?([^:]{1,40}):(?:\s+|$)/
const MAX_NAME_WORDS = 6
const NO_NAME = /[?!;"<>{}]|^https?$/i
/** A name is one when it comes back: a single "One thing: …" is a sentence. */
const MIN_MENTIONS = 2
/** A file that names this part of its cues names all its speakers, also who speaks once. */
const NAMING_SHARE = 0.8
/** In fewer cues first lines that are alike prove nothing. */
const MIN_NAMED_CUES = 4

/**
 * Finds the speakers that a caption file writes before the text.
 * @param cues the utterances of each cue, in the file's order.
 * @returns for each cue what was said; a line that begins with another speaker's name begins a new entry.
 */
export function nameSpeakers(cues: readonly (readonly Utterance[])[]): SpokenText[][] {
  if (haveNameLines(cues)) return cues.map((utterances) => utterances.flatMap(nameFromLine))
  const isName = findNames(cues)
  return cues.map((utterances) => utterances.flatMap((utterance) => splitAtNames(utterance, isName)))
}

/** Older documents of Teams have the name on a line of its own: the same few names on the first line of every cue. */
function haveNameLines(cues: readonly (readonly Utterance[])[]): boolean {
  if (
    cues.length < MIN_NAMED_CUES ||
    !cues.every((cue) => cue.length === 1 && cue[0]?.speaker === null && cue[0].lines.length > 1)
  )
    return false
  const names = new Set(cues.map(([utterance]) => utterance?.lines[0] ?? ''))
  return (
    names.size * MIN_MENTIONS <= cues.length && [...names].every((name) => looksLikeName(name) && !/[.,:]/.test(name))
  )
}

function nameFromLine({ lines: [speaker, ...lines] }: Utterance): SpokenText[] {
  return [{ speaker: speaker ?? null, text: lines.join(' ') }]
}

function findNames(cues: readonly (readonly Utterance[])[]): (name: string) => boolean {
  const mentions = new Map<string, number>()
  for (const [first] of cues) {
    if (first === undefined || first.speaker !== null) continue
    const name = readPrefix(first.lines[0] ?? '')?.name
    if (name !== undefined) mentions.set(name, (mentions.get(name) ?? 0) + 1)
  }
  const named = [...mentions.values()].reduce((sum, count) => sum + count, 0)
  const namesAll = named >= MIN_MENTIONS && named >= cues.length * NAMING_SHARE
  return (name) => (mentions.get(name) ?? 0) >= (namesAll ? 1 : MIN_MENTIONS)
}

function splitAtNames({ speaker, lines }: Utterance, isName: (name: string) => boolean): SpokenText[] {
  if (speaker !== null) return [{ speaker, text: lines.join(' ') }]
  const found: { speaker: string | null; lines: string[] }[] = []
  for (const line of lines) {
    const prefixed = readPrefix(line)
    const last = found.at(-1)
    if (prefixed !== null && isName(prefixed.name)) found.push({ speaker: prefixed.name, lines: [prefixed.rest] })
    else if (last === undefined) found.push({ speaker: null, lines: [line] })
    else last.lines.push(line)
  }
  return found
    .map((entry) => ({ speaker: entry.speaker, text: entry.lines.join(' ').trim() }))
    .filter(({ text }) => text !== '')
}

function readPrefix(line: string): Prefixed | null {
  const [prefix, name] = PREFIX.exec(line) ?? []
  if (prefix === undefined || name === undefined) return null
  const trimmed = name.trim()
  return looksLikeName(trimmed) ? { name: trimmed, rest: line.slice(prefix.length) } : null
}

/** True for what could be a speaker's name: few words, with a letter, no sentence. */
export function looksLikeName(text: string): boolean {
  return /\p{L}/u.test(text) && !NO_NAME.test(text) && text.split(' ').length <= MAX_NAME_WORDS
}
