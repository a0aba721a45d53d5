import { z } from 'zod'
import { plainFieldsSchema } from './microsite-fields.ts'
import { shownSegmentSchema, transcriptInfoSchema } from './transcript.ts'

/** An entry with the moment it stands on: times in ms, `segment_ids` name lines of the transcript, `url` leads there. */
const fileItemSchema = z.strictObject({
  text: z.string(),
  speaker: z.string().nullable(),
  start_ms: z.number().int().nonnegative().nullable(),
  end_ms: z.number().int().nonnegative().nullable(),
  segment_ids: z.array(z.string()),
  url: z.url().nullable(),
})
const items = z.array(fileItemSchema)

/** The JSON export: a microsite after all fallbacks, for programs. Every field is always there. Described in docs/JSON-EXPORT.md. */
export const micrositeFileSchema = z.strictObject({
  kind: z.literal('microsite'),
  /** Raised when a reader of the version before would read something wrong; what is only added keeps it. */
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  ...plainFieldsSchema.shape,
  /** `sentences` are the text in pieces with their moments; empty when it has none. */
  summary: z.strictObject({ text: z.string(), sentences: items }),
  quotes: items,
  action_points: items,
  important_points: items,
  todo_list: items,
  /** Headings of the call's parts, in order, each up to the next. */
  chapters: items,
  transcript: z.strictObject({
    /** Null: nothing is known of it. */
    info: transcriptInfoSchema.nullable(),
    text: z.string().nullable(),
    segments: z.array(shownSegmentSchema),
  }),
})
export type MicrositeFile = z.infer<typeof micrositeFileSchema>
