import { z } from 'zod'

/** Where a microsite's title comes from, the best first. A tab's title or a file's name is never `typed`. */
export const titleSourceSchema = z.enum([
  /** A person wrote it. */
  'typed',
  /** The meeting's own name, as its page shows it. */
  'meeting',
  /** The recap's, made from what was said. */
  'recap',
  /** The file's name, or the usual one where there is no file. */
  'file',
])
export type TitleSource = z.infer<typeof titleSourceSchema>

/** Whether a title of one source takes the place of one of another: its source is as good or better. What a person typed only a person replaces. */
export function replacesTitle(source: TitleSource, present: TitleSource): boolean {
  const { options } = titleSourceSchema
  return options.indexOf(source) <= options.indexOf(present)
}

/** The title of a call of which nothing is known. */
export const UNTITLED = 'Untitled Microsite'

/** Characters. */
export const MAX_TITLE = 300

/** What recorders write into file names: times, sizes, ids and words of their own. */
const NOISE = [
  // A UUID, or a hash of eight or more hexadecimal digits.
  /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi,
  /(?<![\p{L}\p{N}])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}(?![\p{L}\p{N}])/giu,
  // A day, with or without the time of day and its zone: 2026-11-23 14:05 GMT+1, 20261123_140500, GMT20261123-140500.
  /(?<![\p{L}\p{N}])(?:GMT|UTC)?20\d\d([-._/]?)[01]\d\1[0-3]\d(?:(?: at |[T ,_-]{1,3})[0-2]?\d[-:._h]?[0-5]\d(?:[-:._]?[0-5]\d)?(?: ?[AP]M)?)?(?: ?(?:[A-Z]{3,4})?(?:[+-]\d{1,4})?)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])\d{3,4}x\d{3,4}(?![\p{L}\p{N}])/gu,
]
const RECORDERS_WORDS = /[\s\-–_.]*(?<=[\s\-–_.])(?:meeting )?recording[\s\-–_.]*$/i
const EDGES = /^[\s\-–—_.,()[\]{}]+|[\s\-–—_.,([{]+$/g

/**
 * A title made of a file's name: without its ending, and without what recorders add to it (dates, times, sizes, hashes,
 * "Meeting Recording"). @returns the bare name where nothing readable is left; empty for no name.
 */
export function titleOfFile(fileName: string): string {
  const whole = fileName.trim()
  const name = (whole.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || whole).slice(0, 2 * MAX_TITLE)
  const spaced = name.includes(' ') ? name : name.replaceAll('_', ' ')
  const cleaned = NOISE.reduce((text, noise) => text.replace(noise, ' '), spaced)
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(EDGES, '')
    .replace(RECORDERS_WORDS, '')
    .replace(EDGES, '')
  const isReadable = /\p{L}{2}/u.test(cleaned)
  return (isReadable ? cleaned : name).slice(0, MAX_TITLE)
}

/** "Meet - abc-defg-hij" names a room that Google Meet made up, not a call. */
const MEETING_CODE = /^(?:(?:google )?meet(?:ing)?[\s:–—-]+)?[a-z]{3}-[a-z]{4}-[a-z]{3}$/i
/** What recorders call every file. */
const GENERIC =
  /^(?:(?:new|my|screen|meeting|video|audio|zoom|teams|google|meet|obs|closed|voice|full)[\s_-]*)*(?:recordings?|calls?|meeting|meet|video|audio|movie|clip|untitled|zoom|teams|capture|screencast|memo|captions?|transcript|subtitles?|only|gmt)?[\s_-]*\(?\d*\)?$/i

/** True for a text that only names a Google Meet room. */
export function isMeetingCode(text: string): boolean {
  return MEETING_CODE.test(text.trim())
}

/** The title that a file's name gives a call; null for a name that any call could have ("Recording", "video1234"). */
export function callTitleOfFile(fileName: string): string | null {
  const title = titleOfFile(fileName)
  return !/\p{L}{2}/u.test(title) || GENERIC.test(title) || isMeetingCode(title) || /^[0-9a-f-]{8,}$/i.test(title)
    ? null
    : title
}
