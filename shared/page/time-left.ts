import { fillCount } from '../page-words/fill.ts'
import { EN, type PageWords } from '../page-words/en.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The dashboard's countdown: all four units, rounded down ("2d 0h 5m 9s left").
 * @param expiresAt ISO 8601; null: no expiry.
 * @returns "Expired" once it has expired, an empty string without an expiry.
 */
export function countdown(expiresAt: string | null, now: Date): string {
  if (expiresAt === null) return ''
  const left = msLeft(expiresAt, now)
  if (left <= 0) return 'Expired'
  const units = [
    Math.floor(left / DAY),
    Math.floor((left % DAY) / HOUR),
    Math.floor((left % HOUR) / MINUTE),
    Math.floor((left % MINUTE) / SECOND),
  ]
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = units
  return `${days}d ${hours}h ${minutes}m ${seconds}s left`
}

/** How far a reader's clock may be behind the server's without adding a day to a new link. */
const CLOCK_ERROR = MINUTE

/**
 * The shared page's banner: days, else hours, rounded up: a new link for 7 days shows "7 days left".
 * @param expiresAt ISO 8601.
 * @returns "Expired" once it has expired.
 */
export function timeLeft(
  expiresAt: string,
  now: Date,
  { words, language }: TimeLeftWords = { words: EN.timeLeft, language: 'en' },
): string {
  const left = msLeft(expiresAt, now)
  if (left <= 0) return words.expired
  if (left < HOUR) return words.underAnHour
  const unit = left < DAY ? HOUR : DAY
  return fillCount(unit === DAY ? words.days : words.hours, Math.ceil((left - CLOCK_ERROR) / unit), language)
}

/** A shared page's words for its remaining time. */
export interface TimeLeftWords {
  words: PageWords['timeLeft']
  language: string
}

function msLeft(expiresAt: string, now: Date): number {
  return new Date(expiresAt).getTime() - now.getTime()
}
