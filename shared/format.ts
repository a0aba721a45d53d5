/** A time in a recording: `0:07`, `12:04`, `1:02:09`. */
export function formatClock(ms: number): string {
  const total = Math.floor(Math.max(0, ms) / 1000)
  const seconds = String(total % 60).padStart(2, '0')
  const minutes = Math.floor(total / 60) % 60
  const hours = Math.floor(total / 3600)
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, '0')}:${seconds}`
}

/** Bytes as MB with one decimal, whole from 10 MB on. */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1024 ** 2
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes).toLocaleString('en')} MB`
}

/** Bytes as GB with one decimal: `9.8 GB`, `200 GB`. */
export function formatGigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toLocaleString('en', { maximumFractionDigits: 1 })} GB`
}

/** Seconds as minutes: `under a minute`, `1 minute`, `46 minutes`. */
export function formatMinutes(seconds: number): string {
  if (seconds < 60) return 'under a minute'
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

/**
 * A length above a limit, both in seconds, for sentences that name the limit in minutes: with the seconds where whole
 * minutes would read like the limit (`25 minutes`, `20 minutes and 10 seconds`).
 */
export function formatLengthOver(seconds: number, limitSeconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes * 60 > limitSeconds) return getCount(minutes, 'minute')
  const whole = Math.floor(seconds / 60)
  const rest = getCount(Math.floor(seconds % 60), 'second')
  return whole === 0 ? rest : `${getCount(whole, 'minute')} and ${rest}`
}

/** A length in ms for sentences: `11 s`, `2 min 58 s`, `1 h 4 min`. */
export function formatLength(ms: number): string {
  const total = Math.round(ms / 1000)
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
  const parts = [
    [hours, 'h'],
    [minutes, 'min'],
    [hours > 0 ? 0 : seconds, 's'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ') || '0 s'
}

/** A timestamp as a date in the reader's time zone: `Nov 21, 2026`. */
export function formatDay(iso: string, language = 'en'): string {
  return new Date(iso).toLocaleDateString(language, { dateStyle: 'medium' })
}

/** A timestamp with its time of day in the reader's time zone: `Nov 21, 2026, 10:12 AM`. */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

/** A time of day in the reader's time zone: `10:12:05 AM`. @param at ms since 1970. */
export function formatTimeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString('en', { timeStyle: 'medium' })
}

const AGES = [
  { unit: 'day', ms: 24 * 60 * 60 * 1000 },
  { unit: 'hour', ms: 60 * 60 * 1000 },
  { unit: 'minute', ms: 60 * 1000 },
] as const

/**
 * Time elapsed since a timestamp, rounded down: `just now`, `2 hours ago`; from 30 days on its date: `on Nov 21,
 * 2026`.
 */
export function formatAgo(iso: string, now: Date): string {
  const passed = now.getTime() - new Date(iso).getTime()
  if (passed >= 30 * AGES[0].ms) return `on ${formatDay(iso)}`
  const age = AGES.find(({ ms }) => passed >= ms)
  return age === undefined ? 'just now' : `${getCount(Math.floor(passed / age.ms), age.unit)} ago`
}

/** A calendar date (`2026-12-01`) as text, independent of the reader's time zone. */
export function formatDate(date: string, language = 'en'): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
}

/** Maximum length of a name in a sentence, in characters. */
const QUOTED_LENGTH = 80

/** A name within a sentence: in quotation marks, truncated if long. */
export function quoted(name: string): string {
  const letters = Array.from(name)
  return letters.length <= QUOTED_LENGTH ? `“${name}”` : `“${letters.slice(0, QUOTED_LENGTH).join('').trimEnd()}…”`
}

/** A number with its noun: `1 view`, `2 views`, `1,204 views`. */
export function getCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
