/** Maximum length of the title in a file name, in characters as a reader counts them. */
const MAX_TITLE = 80
/** File systems allow 255 bytes; the date, the extension and a browser's " (1)" need space too. */
const MAX_TITLE_BYTES = 220
/**
 * Characters that file systems reject or interpret, and those that hide or reorder others. Joiners stay: emoji and
 * scripts need them.
 */
const UNSAFE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF<>:"/\\|?*]+|^[.~]+/gu
/** In a title it separates two halves, "Discovery call: Lumen", like a spaced dash. */
const COLON = /(?<=\S): /gu
const WITHOUT_WORDS = /^[-\s]*$/

/** @returns `{title}-{YYYY-MM-DD}.{extension}` with the local date; "meeting-summary" replaces an empty title. */
export function fileName(title: string, now: Date, extension: string): string {
  return `${safeTitle(title)}-${localDay(now)}.${extension}`
}

function safeTitle(title: string): string {
  const safe = cut(title.trim().replaceAll(COLON, ' - ').replaceAll(UNSAFE, '-').replaceAll(/\s+/g, ' ')).trim()
  return WITHOUT_WORDS.test(safe) ? 'meeting-summary' : safe
}

/** Truncates between characters, never within an emoji or an accented letter. */
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
