import { Temporal } from 'temporal-polyfill'
import { daysBeginningWith } from '@callfolio/shared/date-prefix.ts'
import { AppError } from '../../kernel/errors.ts'

/** Times from `from`, inclusive, to `until`, exclusive. */
export interface TimeRange {
  from: Date
  until: Date
}

/**
 * The range of all days whose date starts with a prefix, in a time zone.
 * @param prefix the beginning of `YYYY-MM-DD`, of any length.
 * @param timeZone IANA name; an unknown one counts as UTC.
 * @throws AppError invalid_request when the calendar has no such day.
 */
export function createdRange(prefix: string, timeZone: string): TimeRange {
  const days = daysBeginningWith(prefix)
  if (days === null) throw new AppError('invalid_request', 'This date doesn’t exist.')
  const behind = Temporal.PlainDate.from(days.last).add({ days: 1 })
  return { from: getStart(Temporal.PlainDate.from(days.first), timeZone), until: getStart(behind, timeZone) }
}

function getStart(date: Temporal.PlainDate, timeZone: string): Date {
  try {
    return new Date(date.toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return new Date(date.toZonedDateTime('UTC').epochMilliseconds)
  }
}
