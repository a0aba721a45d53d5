import { Temporal } from 'temporal-polyfill'
import type { MicrositeRow } from '../db/schema.ts'
import { statedDate } from '../transcription/stated-date.ts'

/**
 * The day of a call, `YYYY-MM-DD`: what its caption file states, else when its recorder says it began, else when its microsite was
 * made, in the owner's time zone.
 * @param timeZone IANA name.
 */
export function dayOfCall(
  { recordedAt, createdAt }: Pick<MicrositeRow, 'recordedAt' | 'createdAt'>,
  captions: string | null,
  timeZone: string,
): string {
  const stated = captions === null ? null : statedDate(captions)
  const at = Temporal.Instant.fromEpochMilliseconds((recordedAt ?? createdAt).getTime())
  return stated ?? at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}

/** Zoom writes UTC (`GMT20261126-103000`); others the local time, with or without signs between its parts. */
const IN_NAME =
  /(?<![\p{L}\d])(?<zone>GMT|UTC)?(?<year>20\d\d)[-._]?(?<month>[01]\d)[-._]?(?<day>[0-3]\d)(?:(?: at |[T ,_-]{1,3})(?<hour>[0-2]\d)[-:._h]?(?<minute>[0-5]\d)(?:[-:._]?(?<second>[0-5]\d))?)?(?!\d)/u

/**
 * When a call began by its file's name (`2026-05-07 10-00-00.mkv`); null where the name doesn't say it.
 * @param timeZone IANA name of the owner's zone.
 */
export function timeInFileName(fileName: string, timeZone: string): Date | null {
  const { zone, year, month, day, hour = '12', minute = '00', second = '00' } = IN_NAME.exec(fileName)?.groups ?? {}
  if (year === undefined) return null
  try {
    const local = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
    return new Date(local.toZonedDateTime(zone === undefined ? timeZone : 'UTC').epochMilliseconds)
  } catch {
    return null
  }
}
