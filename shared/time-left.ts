const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * The dashboard's countdown: all four units, rounded down ("2d 0h 5m 9s left").
 * @param expiresAt ISO 8601; null: no end.
 * @returns "Expired" from the end on, an empty text without an end.
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

/**
 * The shared page's banner: days, else hours, rounded down ("1 day left").
 * @param expiresAt ISO 8601.
 * @returns "Expired" from the end on.
 */
export function timeLeft(expiresAt: string, now: Date): string {
  const left = msLeft(expiresAt, now)
  if (left <= 0) return 'Expired'
  if (left < HOUR) return 'Less than 1 hour left'
  return left < DAY ? counted(Math.floor(left / HOUR), 'hour') : counted(Math.floor(left / DAY), 'day')
}

function msLeft(expiresAt: string, now: Date): number {
  return new Date(expiresAt).getTime() - now.getTime()
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} left`
}
