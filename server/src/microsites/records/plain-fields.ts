import type { PlainEdit, PlainFields } from '@callfolio/shared/contract/microsite-fields.ts'
import type { MicrositeEdit } from '@callfolio/shared/contract/microsite.ts'
import type { Schema } from '../../db/schema.ts'
import type { MicrositeChange } from './microsite.ts'

/** A row's plain fields in wire format. */
export function getPlainFields(row: Schema['microsites']['$inferSelect']): PlainFields {
  return {
    title: row.title,
    description: row.description,
    created_at: row.createdAt.toISOString(),
    call_date: row.callDate,
    duration_ms: row.durationMs,
    recording_removed_at: row.mediaRemovedAt?.toISOString() ?? null,
    transcript_removed_at: row.transcriptRemovedAt?.toISOString() ?? null,
    consent_statement: row.consentStated,
  }
}

/** The plain fields that an edit changes. */
export function getPlainChange(edit: Pick<MicrositeEdit, keyof PlainEdit>): MicrositeChange {
  const changes: Record<keyof PlainEdit, MicrositeChange | false> = {
    title: edit.title !== undefined && { title: edit.title, titleSource: 'typed' },
    description: edit.description !== undefined && { description: edit.description },
    call_date: edit.call_date !== undefined && { callDate: edit.call_date },
  }
  return Object.values(changes).reduce<MicrositeChange>((all, change) => ({ ...all, ...change }), {})
}
