import { z } from 'zod'
import { segmentSchema, wordSchema } from '@callfolio/shared/contract/transcript.ts'

/** What the child process is told, as a JSON file. Paths are absolute. */
export const sherpaJobSchema = z.object({
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
export type SherpaJob = z.infer<typeof sherpaJobSchema>

/** What it says, a line of JSON each: what was heard of a stretch of speech, or how far it is. */
export const sherpaReportSchema = z.union([
  z.object({ heard: segmentSchema.omit({ id: true, heard: true }).extend({ words: z.array(wordSchema).optional() }) }),
  z.object({ doneMs: z.number().nonnegative() }),
])
export type SherpaReport = z.infer<typeof sherpaReportSchema>
