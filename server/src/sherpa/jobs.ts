import { z } from 'zod'
import { segmentSchema, wordSchema } from '@callfolio/shared/contract/transcript.ts'

/** What the process that transcribes is told, as a JSON file. Paths are absolute. */
export const transcribeJobSchema = z.object({
  wavPath: z.string(),
  /** The voice activity model. */
  activityPath: z.string(),
  recogniser: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('whisper'), encoder: z.string(), decoder: z.string(), tokens: z.string() }),
    z.object({
      kind: z.literal('transducer'),
      encoder: z.string(),
      decoder: z.string(),
      joiner: z.string(),
      tokens: z.string(),
    }),
  ]),
  threads: z.number().int().positive(),
})
export type TranscribeJob = z.infer<typeof transcribeJobSchema>

/** What it says, a line of JSON each: what was heard of a stretch of speech, or how far it is. */
export const heardReportSchema = z.union([
  z.object({ heard: segmentSchema.omit({ id: true, heard: true }).extend({ words: z.array(wordSchema).optional() }) }),
  z.object({ doneMs: z.number().nonnegative() }),
])
export type HeardReport = z.infer<typeof heardReportSchema>

/** What the process that tells voices apart is told, as a JSON file. Paths are absolute. */
export const diariseJobSchema = z.object({
  wavPath: z.string(),
  segmentationPath: z.string(),
  embeddingPath: z.string(),
  count: z.number().int().positive().nullable(),
  /** How far the segmentation model's window moves on, as a share of its length. */
  windowShift: z.number().positive().max(1),
  threads: z.number().int().positive(),
})
export type DiariseJob = z.infer<typeof diariseJobSchema>

const ms = z.number().int().nonnegative()

/** What it says, a line of JSON each: a stretch in which a voice is heard, in order of their start. */
export const voiceReportSchema = z.object({ startMs: ms, endMs: ms, label: z.number().int() })
