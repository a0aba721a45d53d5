import { Temporal } from 'temporal-polyfill'

/** The calendar month that limits are counted in. */
export interface BillingMonth {
  /** `YYYY-MM`. */
  period: string
  /** Day 1 at 00:00 in the user's time zone. */
  start: Date
  /** First day of the next month, `YYYY-MM-DD`. */
  renewsOn: string
}

/**
 * The month of a timestamp in a time zone.
 * @param timeZone IANA name; an unknown one counts as UTC.
 */
export function billingMonth(at: Date, timeZone: string): BillingMonth {
  const instant = Temporal.Instant.fromEpochMilliseconds(at.getTime())
  const first = zoned(instant, timeZone).with({ day: 1 }).startOfDay()
  const next = first.add({ months: 1 }).toPlainDate()
  return {
    period: first.toPlainDate().toPlainYearMonth().toString(),
    start: new Date(first.epochMilliseconds),
    renewsOn: next.toString(),
  }
}

function zoned(instant: Temporal.Instant, timeZone: string): Temporal.ZonedDateTime {
  try {
    return instant.toZonedDateTimeISO(timeZone)
  } catch {
    return instant.toZonedDateTimeISO('UTC')
  }
}
