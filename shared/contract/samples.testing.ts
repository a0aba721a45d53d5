import type { PlainFields } from './microsite-fields.ts'
import type { SharedMicrosite } from './share.ts'

/** A call with minimal data: the base of every sample microsite. */
export const SAMPLE_FIELDS: PlainFields = {
  title: 'Call',
  description: null,
  call_date: null,
  created_at: '2026-11-20T10:00:00.000Z',
  duration_ms: null,
  recording_removed_at: null,
  transcript_removed_at: null,
  consent_statement: null,
}

/** The same as a recipient reads it, without content. */
export const SHARED_WITHOUT_CONTENT: SharedMicrosite = {
  ...SAMPLE_FIELDS,
  summary: null,
  summary_evidence: [],
  quotes: [],
  action_points: [],
  important_points: [],
  todo_list: [],
  chapters: [],
  transcript: null,
  segments: [],
  transcript_info: null,
  branding: { accent: null, logo_url: null },
}
