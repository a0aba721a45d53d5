import { z } from 'zod'
import { segmentSchema } from '@callfolio/shared/contract/transcript.ts'
import { draftSchema } from '../draft-schema.ts'

/** The job of the child process, as a JSON file. Paths are absolute. */
export const llamaJobSchema = z.object({
  /** The model's id, stored with the analysis. */
  model: z.string(),
  modelPath: z.string(),
  threads: z.number().int().positive(),
  /** Bytes of memory for the model's context. */
  contextBytes: z.number(),
  /** Earlier answers, by question. */
  known: z.record(z.string(), z.unknown()),
  input: z.object({
    segments: z.array(segmentSchema),
    title: z.string().nullable(),
    description: z.string().nullable(),
    draft: z.boolean(),
    language: z
      .string()
      .nullish()
      .transform((language) => language ?? null),
    date: z
      .string()
      .nullish()
      .transform((date) => date ?? null),
  }),
})
export type LlamaJob = z.input<typeof llamaJobSchema>

/**
 * The output, one JSON object per line: progress (0–1, with words and numbers), each answer of the model, and finally
 * the draft or a sentence that says why there is none.
 */
export const llamaReportSchema = z.union([
  z.object({ done: z.number().min(0).max(1), detail: z.string().nullable() }),
  z.object({ question: z.string(), answer: z.unknown() }),
  z.object({ draft: draftSchema }),
  z.object({ failed: z.string() }),
])
export type LlamaReport = z.infer<typeof llamaReportSchema>
