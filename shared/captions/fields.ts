import { plainText, readUtterances } from './caption-text.ts'
import { readTime, type Passage } from './passage.ts'

/** An object or a row: JSON of speech engines, tables, TTML and related formats, SubStation Alpha. */
export type Fields = Record<string, unknown>

const words = (list: string) => list.trim().split(/\s+/)

export const TEXT = words(`
  text sentence transcript content utf8 raw_text punctuated_word word value display message caption body words
  spoken speech dialogue dialog utterance textual_content
`)
export const SPEAKER = words(`
  speaker_name speakername speaker speaker_label speakerlabel speaker_tag speakertag speaker_id speakerid
  participant name author user channel style
`)
export const START = words(`
  start start_time starttime start_ms startms begin begin_time from offset tstartms start_timestamp start_time_ms
  starttimems timestamp time ts timespan timecode in start_sec startsec start_seconds time_in tc_in recorded_at
`)
export const END = words(`
  end end_time endtime end_ms endms to stop end_ts end_timestamp end_time_ms endtimems out end_sec endsec
  end_seconds time_out tc_out finish
`)
const LENGTH = ['duration', 'dur', 'ddurationms', 'length', 'duration_ms', 'd']
/** Fields that contain the pieces of a passage. */
const PIECES = ['segs', 'sentences', 'elements', 'words']
/** Lists of what an engine may have heard, the likeliest first. */
export const GUESSES = ['alternatives', 'nbest']
/** `PT1M2.5S` */
const ISO_DURATION = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/
/** Engines list punctuation as words without a time. */
const PUNCTUATION = /^[.,?!;:…。？！、]$/
/** Slower than any speaker, in words per minute: the times must be in ms. */
const LEAST_WORDS_PER_MINUTE = 6

/** The first non-empty field. */
export function pick(fields: Fields, keys: readonly string[]): unknown {
  for (const key of keys) {
    const value = fields[key]
    if (value !== undefined && value !== null && value !== '') return value
  }
  return undefined
}

/** An object's words; null if it has none. */
export function passageText(fields: Fields): string | null {
  for (const key of TEXT) {
    const value = fields[key]
    if (typeof value === 'string' && /[\p{L}\p{N}]/u.test(value)) return value
  }
  for (const key of PIECES) {
    const pieces = fields[key]
    if (!Array.isArray(pieces)) continue
    const parts = pieces
      .filter(isFields)
      .map((piece) => TEXT.map((name) => piece[name]).find((value) => typeof value === 'string') ?? '')
    const text = parts.join(key === 'words' ? ' ' : '')
    if (/[\p{L}\p{N}]/u.test(text)) return text
  }
  return null
}

/** As written; its unit is inferred from the whole list. */
interface Time {
  value: number
  isMs: boolean
}

/** An object's declared start time. */
export function getStart(fields: Fields): Time | null {
  return timeIn(fields, START) ?? timeIn(fields, ['offsets', 'timestamps']) ?? firstPiece(fields)
}

function firstPiece(fields: Fields): Time | null {
  for (const key of PIECES) {
    const pieces = fields[key]
    if (!Array.isArray(pieces)) continue
    for (const piece of pieces.filter(isFields)) {
      const time = timeIn(lower(piece), START)
      if (time !== null) return time
    }
  }
  return null
}

function timeIn(fields: Fields, keys: readonly string[], place = 0): Time | null {
  for (const key of keys) {
    const value = fields[key]
    const time = toTime(
      Array.isArray(value)
        ? value[place]
        : isFields(value)
          ? (value[place === 0 ? 'from' : 'to'] ?? value['seconds'] ?? value['relative'])
          : value,
      /ms$|^offsets$/.test(key),
    )
    if (time !== null) return time
  }
  return null
}

function toTime(value: unknown, isMs: boolean): Time | null {
  if (typeof value === 'number' && Number.isFinite(value) && value >= 0) return { value, isMs }
  if (typeof value !== 'string') return null
  const text = value.trim()
  const range = /^(.*?\d)\s*(?:-->?|–|—|-)\s*\d+:/.exec(text)?.[1] ?? text
  const clock = /(?:^|T|\s)((?:\d{1,3}:)?\d{1,3}:\d{2}(?:[.,:;]\d{1,3})?)\d*(?:Z|\s?[AaPp][Mm])?$/.exec(range)?.[1]
  if (clock !== undefined) return { value: readTime(clock), isMs: true }
  const ticks = /^(\d+)t$/.exec(text)?.[1]
  if (ticks !== undefined) return { value: Number(ticks) / 10_000, isMs: true }
  const [iso, hours = 0, minutes = 0, seconds = 0] = ISO_DURATION.exec(text) ?? []
  if (iso !== undefined)
    return { value: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, isMs: true }
  const [, amount, unit] = /^(\d+(?:[.,]\d+)?)\s*(ms|s|sec)?$/.exec(text) ?? []
  if (amount === undefined) return null
  return {
    value: Number(amount.replace(',', '.')) * (unit === 'ms' || unit === undefined ? 1 : 1000),
    isMs: isMs || unit !== undefined,
  }
}

/** Converts objects or rows to passages; the unit of their times is inferred from all of them. */
export function toPassages(list: readonly Fields[]): Passage[] {
  const read: { text: string; start: Time | null; end: Time | null; length: Time | null; speaker: string | null }[] = []
  for (const fields of list) {
    const text = passageText(fields)
    const last = read.at(-1)
    const mark = pick(fields, TEXT)
    if (last !== undefined && typeof mark === 'string' && PUNCTUATION.test(mark)) last.text += mark
    if (text === null) continue
    const start = getStart(fields)
    const end = timeIn(fields, END) ?? timeIn(fields, ['offsets', 'timestamps', 'timestamp'], 1)
    const length = end === null ? timeIn(fields, LENGTH) : null
    read.push({ text, start, end, length, speaker: speakerIn(fields) })
  }
  const scale = getScale(read)
  const ms = (time: Time | null) => (time === null ? null : Math.round(time.value * (time.isMs ? 1 : scale)))
  const passages = read.map(({ text, start, end, length, speaker }): Passage => {
    const startMs = ms(start)
    const lengthMs = ms(length)
    const utterances = readUtterances(text.split('\n')).map((said) => ({ ...said, speaker: speaker ?? said.speaker }))
    return {
      startMs,
      endMs: ms(end) ?? (startMs === null || lengthMs === null ? null : startMs + lengthMs),
      utterances,
    }
  })
  return joinWords(passages.filter(({ utterances }) => utterances.length > 0))
}

function getScale(read: readonly { text: string; start: Time | null }[]): number {
  const values = read.flatMap(({ start }) => (start === null || start.isMs ? [] : [start.value]))
  const last = values.reduce((most, value) => Math.max(most, value), 0)
  const words = read.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
  const isWhole = values.every((value) => Number.isInteger(value))
  return isWhole && last > 1000 && words / (last / 60) < LEAST_WORDS_PER_MINUTE ? 1 : 1000
}

function speakerIn(fields: Fields): string | null {
  const value = SPEAKER.map((key) => fields[key]).find((found) => found !== undefined && found !== null && found !== '')
  const name = isFields(value) ? pick(lower(value), ['name', 'display_name', 'displayname', 'label', 'id']) : value
  if (typeof name === 'number') return `Speaker ${name}`
  if (typeof name !== 'string') return null
  return /^(?:[A-Z]|\d{1,3})$/.test(name.trim()) ? `Speaker ${name.trim()}` : plainText(name) || null
}

/** Joins single words into lines: up to a pause, the end of a sentence or another speaker. */
function joinWords(passages: readonly Passage[]): Passage[] {
  const words = passages.filter(({ utterances: [said] }) => !/\s/.test(said?.lines[0] ?? '')).length
  if (words < passages.length * 0.9 || passages.length < 4) return [...passages]
  const joined: Passage[] = []
  for (const passage of passages) {
    const last = joined.at(-1)
    const [said] = passage.utterances
    const [before] = last?.utterances ?? []
    const text = before?.lines[0] ?? ''
    const goesOn =
      last !== undefined &&
      said !== undefined &&
      before?.speaker === said.speaker &&
      !/[.?!。？！]$/.test(text) &&
      (passage.startMs ?? 0) - (last.endMs ?? last.startMs ?? 0) < 1500
    if (goesOn && before !== undefined) {
      const word = said.lines[0] ?? ''
      before.lines[0] = /^[.,?!;:]$/.test(word) ? `${text}${word}` : `${text} ${word}`
      last.endMs = passage.endMs ?? last.endMs
    } else
      joined.push({ ...passage, utterances: passage.utterances.map((part) => ({ ...part, lines: [...part.lines] })) })
  }
  return joined
}

/** True for an object with fields. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An object with keys as `snake_case`, and what its likeliest guess adds. */
export function withGuess(fields: Fields): Fields {
  const own = lower(fields)
  const [guess] = GUESSES.flatMap((key) => own[key]).filter(isFields)
  return guess === undefined ? own : { ...lower(guess), ...own }
}

/** The same with keys as `snake_case`. */
export function lower(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key.toLowerCase().replaceAll(/[\s-]+/g, '_'), value]),
  )
}
