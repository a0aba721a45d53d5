import { Temporal } from 'temporal-polyfill'
import { AppError } from '../kernel/errors.ts'

/** Instants from `from` on and before `until`. */
export interface TimeRange {
  from: Date
  until: Date
}

/**
 * The year, month or day that a date's beginning names, in a time zone.
 * @param prefix `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
 * @param timeZone IANA name; an unknown one counts as UTC.
 * @throws AppError invalid_request when the calendar has no such date.
 */
export function createdRange(prefix: string, timeZone: string): TimeRange {
  const [year, month, day] = prefix.split('-').map(Number)
  const first = readDate({ year: year ?? 0, month: month ?? 1, day: day ?? 1 })
  const length = day === undefined ? (month === undefined ? { years: 1 } : { months: 1 }) : { days: 1 }
  return { from: startOf(first, timeZone), until: startOf(first.add(length), timeZone) }
}

function readDate(date: { year: number; month: number; day: number }): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(date, { overflow: 'reject' })
  } catch {
    throw new AppError('invalid_request', 'There is no such date.')
  }
}

function startOf(date: Temporal.PlainDate, timeZone: string): Date {
  try {
    return new Date(date.toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return new Date(date.toZonedDateTime('UTC').epochMilliseconds)
  }
}
