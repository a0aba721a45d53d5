import * as z from 'zod/mini'
import { plainFieldsSchema } from './microsite-fields.ts'
import { shownSegmentSchema, transcriptInfoSchema } from './transcript.ts'

/**
 * An entry with its evidence: times in ms, `segment_ids` are the transcript lines it cites, `url` links to when it
 * was said.
 */
const fileItemSchema = z.strictObject({
  text: z.string(),
  speaker: z.nullable(z.string()),
  start_ms: z.nullable(z.int().check(z.nonnegative())),
  end_ms: z.nullable(z.int().check(z.nonnegative())),
  segment_ids: z.array(z.string()),
  url: z.nullable(z.url()),
})
const items = z.array(fileItemSchema)

/**
 * The JSON export: a microsite after all fallbacks, for programs. All fields are always present. Described in
 * docs/JSON-EXPORT.md.
 */
export const micrositeFileSchema = z.strictObject({
  kind: z.literal('microsite'),
  /** Increased when a reader of the previous version would misread the file; added fields don't change it. */
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  ...plainFieldsSchema.shape,
  /** `sentences`: the text split into sentences with timestamps; empty if it has none. */
  summary: z.strictObject({ text: z.string(), sentences: items }),
  quotes: items,
  action_points: items,
  important_points: items,
  todo_list: items,
  /** Chapter headings, in order; each chapter ends where the next begins. */
  chapters: items,
  transcript: z.strictObject({
    /** Null: unknown. */
    info: z.nullable(transcriptInfoSchema),
    text: z.nullable(z.string()),
    segments: z.array(shownSegmentSchema),
  }),
})
export type MicrositeFile = z.infer<typeof micrositeFileSchema>
