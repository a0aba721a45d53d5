/** Longest part of a name that comes from the title, in signs as a reader counts them. */
const MAX_TITLE = 80
/** File systems take 255 bytes; the day, the ending and a browser's " (1)" need their place too. */
const MAX_TITLE_BYTES = 220
/** What file systems refuse or give a meaning to, and what hides or reorders the rest. Joiners stay: emoji and scripts need them. */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF<>:"/\\|?*]+|^[.~]+/gu
/** In a title it parts two halves, "Discovery call: Lumen", as a dash between spaces does. */
const COLON = /(?<=\S): /gu
const WITHOUT_WORDS = /^[-\s]*$/

/** @returns `{title}-{YYYY-MM-DD}.{extension}` with the local day; a title of which nothing is left is "meeting-summary". */
export function fileName(title: string, now: Date, extension: string): string {
  return `${safeTitle(title)}-${localDay(now)}.${extension}`
}

function safeTitle(title: string): string {
  const safe = cut(title.trim().replaceAll(COLON, ' - ').replaceAll(UNSAFE, '-').replaceAll(/\s+/g, ' ')).trim()
  return WITHOUT_WORDS.test(safe) ? 'meeting-summary' : safe
}

/** Cuts between signs, never within an emoji or an accented letter. */
function cut(title: string): string {
  const encoder = new TextEncoder()
  let kept = ''
  let bytes = 0
  for (const { segment } of Array.from(new Intl.Segmenter().segment(title)).slice(0, MAX_TITLE)) {
    bytes += encoder.encode(segment).length
    if (bytes > MAX_TITLE_BYTES) break
    kept += segment
  }
  return kept
}

function localDay(now: Date): string {
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
  return `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`
}
