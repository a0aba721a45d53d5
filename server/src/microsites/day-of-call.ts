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
