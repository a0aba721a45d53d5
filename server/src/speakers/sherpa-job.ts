import { z } from 'zod'

/** What the child process is told, as a JSON file. Paths are absolute. */
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
