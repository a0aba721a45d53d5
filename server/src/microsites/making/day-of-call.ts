import { Temporal } from 'temporal-polyfill'
import { statedDate } from '../../transcription/stated-date.ts'

/** Facts about the time of a call; null or an empty name means unknown. */
interface CallSources {
  /** Text of its caption file. */
  captions: string | null
  /** When its recorder started it, ISO 8601. */
  recordedAt: string | null
  fileName: string
}

/**
 * The day of a call, `YYYY-MM-DD`: from its caption file, otherwise the recording time, otherwise the file name. The
 * day of the upload says nothing about it.
 * @param timeZone IANA name of its owner's zone.
 * @returns null if unknown.
 */
export function dayOfCall({ captions, recordedAt, fileName }: CallSources, timeZone: string): string | null {
  const stated = captions === null ? null : statedDate(captions)
  if (stated !== null) return stated
  const recorded = recordedAt === null ? null : Temporal.Instant.from(recordedAt).toZonedDateTimeISO(timeZone)
  return recorded?.toPlainDate().toString() ?? dayInFileName(fileName, timeZone)
}

/** Zoom writes UTC (`GMT20261126-103000`); others the local time, with or without separators. */
const IN_NAME =
  /(?<![\p{L}\d])(?<zone>GMT|UTC)?(?<year>20\d\d)[-._]?(?<month>[01]\d)[-._]?(?<day>[0-3]\d)(?:(?: at |[T ,_-]{1,3})(?<hour>[0-2]\d)[-:._h]?(?<minute>[0-5]\d)(?:[-:._]?(?<second>[0-5]\d))?)?(?!\d)/u

/** The day in a file name (`2026-05-07 10-00-00.mkv`); null if there is none. */
function dayInFileName(fileName: string, timeZone: string): string | null {
  const { zone, year, month, day, hour = '12', minute = '00', second = '00' } = IN_NAME.exec(fileName)?.groups ?? {}
  if (year === undefined) return null
  try {
    const stated = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${hour}:${minute}:${second}`)
    const local = zone === undefined ? stated : stated.toZonedDateTime('UTC').withTimeZone(timeZone)
    return local.toPlainDate().toString()
  } catch {
    return null
  }
}
