import { Temporal } from 'temporal-polyfill'
import type { MicrositeRow } from '../db/schema.ts'
import { notedDate } from '../transcription/noted-date.ts'

/**
 * The day of a call, `YYYY-MM-DD`: what its caption file notes, else when it was recorded here, else when its microsite was
 * made, in the owner's time zone.
 * @param timeZone IANA name.
 */
export function dayOfCall(
  { consentAt, createdAt }: Pick<MicrositeRow, 'consentAt' | 'createdAt'>,
  captions: string | null,
  timeZone: string,
): string {
  const noted = captions === null ? null : notedDate(captions)
  const at = Temporal.Instant.fromEpochMilliseconds((consentAt ?? createdAt).getTime())
  return noted ?? at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
}
