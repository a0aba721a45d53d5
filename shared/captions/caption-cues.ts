import { plainText, readUtterances } from './caption-text.ts'
import { readTime, splitLines, type Parsed, type Passage } from './passage.ts'
import { unroll } from './unroll.ts'

interface Cue {
  startMs: number
  endMs: number
  id: string | null
  lines: string[]
}

/** Longer lines are text; searching them for times would waste time. */
const MAX_TIMING_LENGTH = 200
const TIME = String.raw`((?:\d{1,3}:\s?)?\d{1,3}:\s?\d{1,2}(?:\s?[.,:;]\s?\d{1,3})?)`
/** WebVTT and SRT write `-->` between the times, WebVTT adds cue settings; some tools put the text there. */
const ARROW_TIMING = new RegExp(String.raw`^\s*(?:\d{1,9}\s+)?${TIME}\s*(?:-{1,2}>|→)\s*${TIME}(?:\s+(.*))?$`)
/** SBV writes a comma between times, which have a point before the fraction. */
const COMMA_TIMING =
  /^\s*((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:\.\d{1,3})?)\s*,\s*((?:\d{1,3}:)?\d{1,3}:\d{1,2}(?:\.\d{1,3})?)\s*$/
const SETTINGS = /^[\w-]+:\S+(?:\s+[\w-]+:\S+)*\s*$/
/** A number, or a Teams id (`<guid>/<n>-<m>`). */
const COUNTED_ID = /^\s*(?:\d{1,9}|[\da-f]{8}-[\da-f-]{27}(?:\/\S*)?)\s*$/i
/** Webex writes `12 "Dana Miller" (3822354688)`. */
const NAMED_ID = /^(?:\d{1,9}[\s.:-]+)?"?([^"]*?)"?(?:\s*\(\d+\))?$/
const COMMENT = /^\s*(?:NOTE(?:\s|$)|(?:STYLE|REGION)\s*$)/
const SENTENCE = /[.?!,…]$|(?:\S+\s+){7}/

/**
 * Reads the cues of WebVTT, SRT and SBV with one grammar: a line with two times, then text up to the next one. Empty
 * lines don't end a cue, since many writers put them inside cues. @returns no passage for other texts.
 */
export function readCues(text: string): Parsed {
  const asides: string[] = []
  const { cues, head } = splitCues(splitLines(text), /^\uFEFF?\s*WEBVTT/.test(text), asides)
  if (cues.length === 0) return { passages: [], asides, content: null }
  if (/^\s*WEBVTT/.test(head[0] ?? '')) asides.push(...head)
  const getSpeaker = speakersInIds(cues, asides)
  const passages = cues.map(({ startMs, endMs, id, lines }): Passage => {
    const speaker = id === null ? null : getSpeaker(id)
    const utterances = readUtterances(lines)
    const named = utterances.map((said) => ({ ...said, speaker: said.speaker ?? speaker }))
    return { startMs, endMs: Math.max(startMs, endMs), utterances: named }
  })
  return { passages: unroll(passages.filter(({ utterances }) => utterances.length > 0)), asides, content: null }
}

function splitCues(lines: readonly string[], isVtt: boolean, asides: string[]): { cues: Cue[]; head: string[] } {
  const cues: Cue[] = []
  const head: string[] = []
  let into = head
  let blockStart = 0
  let isComment = false
  lines.forEach((line, at) => {
    const timing = readTiming(line)
    if (timing !== null) {
      const isAbove = lines[at - 1] === into.at(-1)
      const startsBlock = isAbove && blockStart === into.length - 1
      // SRT numbers its cues, even if empty lines follow each line.
      const isNext = !isVtt && into.at(-1)?.trim() === String(cues.length + 1)
      const id = isAbove || isNext ? takeId(into, startsBlock && (blockStart > 0 || into === head)) : null
      if (id !== null) asides.push(id)
      const cue = { ...timing, id }
      cues.push(cue)
      into = cue.lines
      blockStart = 0
      isComment = false
    } else if (line.trim() === '') {
      isComment = false
    } else {
      const isBlockStart = (lines[at - 1] ?? '').trim() === ''
      if (isBlockStart) blockStart = into.length
      isComment ||= isVtt && isBlockStart && COMMENT.test(line)
      if (isComment) asides.push(line)
      else into.push(line)
    }
  })
  return { cues, head }
}

/** Removes the line before the times if it is an id: a number, or a block of its own after other text. */
function takeId(into: string[], isBlock: boolean): string | null {
  const last = into.at(-1)
  if (last === undefined) return null
  const isCounted = COUNTED_ID.test(last.slice(0, MAX_TIMING_LENGTH))
  if (!isCounted && !(isBlock && last.length <= MAX_TIMING_LENGTH && !SENTENCE.test(last.trim()))) return null
  into.pop()
  return last.trim()
}

function readTiming(line: string): Omit<Cue, 'id'> | null {
  if (line.length > 10 * MAX_TIMING_LENGTH || !/[:]/.test(line)) return null
  const [, start, end, rest = ''] = ARROW_TIMING.exec(line) ?? COMMA_TIMING.exec(line) ?? []
  if (start === undefined || end === undefined) return null
  const isText = rest.trim() !== '' && !SETTINGS.test(rest.slice(0, MAX_TIMING_LENGTH))
  return { startMs: getTime(start), endMs: getTime(end), lines: isText ? [rest] : [] }
}

function getTime(text: string): number {
  return readTime(text.replaceAll(/\s/g, ''))
}

/** A repeated id is no id: it names the speaker. */
function speakersInIds(cues: readonly Cue[], asides: string[]): (id: string) => string | null {
  const counts = new Map<string, number>()
  for (const { id } of cues) {
    const name = id === null ? null : nameInId(id)
    if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const ids = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const isNaming = counts.size > 0 && counts.size < ids && ids >= cues.length / 2
  asides.push(...counts.keys())
  return (id) => (isNaming ? nameInId(id) : null)
}

function nameInId(id: string): string | null {
  if (COUNTED_ID.test(id)) return null
  const name = plainText(NAMED_ID.exec(id)?.[1] ?? '')
  return /\p{L}|\d{7}/u.test(name) ? name : null
}
