import { Temporal } from 'temporal-polyfill'
import { dayInFileName, statedDate } from '../../transcription/stated-date.ts'

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
