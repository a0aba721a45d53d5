/** Longest part of a name that comes from the title, in signs as a reader counts them. */
const MAX_TITLE = 80
/** What file systems refuse or give a meaning to, and what can't be seen. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu

/** @returns `{title}-{YYYY-MM-DD}.{extension}` with the local day; a title without a usable sign is "meeting-summary". */
export function fileName(title: string, now: Date, extension: string): string {
  return `${safeTitle(title)}-${localDay(now)}.${extension}`
}

function safeTitle(title: string): string {
  const safe = title.replaceAll(UNSAFE, '-').trim()
  return [...new Intl.Segmenter().segment(safe)].slice(0, MAX_TITLE).map(({ segment }) => segment).join('') || 'meeting-summary'
}

function localDay(now: Date): string {
  const part = (value: number, digits: number): string => String(value).padStart(digits, '0')
  return `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1, 2)}-${part(now.getDate(), 2)}`
}
