import { z } from 'zod'
import { segmentSchema } from '@callfolio/shared/contract/transcript.ts'
import { draftSchema } from '../draft-schema.ts'

/** What the child process gets, as a JSON file. Paths are absolute. */
export const llamaJobSchema = z.object({
  /** The model's id, for what is remembered of the analysis. */
  model: z.string(),
  modelPath: z.string(),
  threads: z.number().int().positive(),
  /** Memory that may be used for what the model has read, bytes. */
  contextBytes: z.number(),
  /** Answers that were given before, by question. */
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

/** What it says, a line of JSON each: how far it is (0–1, and in words and numbers), each answer of the model, and at the end the draft or, in a sentence, why there is none. */
export const llamaReportSchema = z.union([
  z.object({ done: z.number().min(0).max(1), detail: z.string().nullable() }),
  z.object({ question: z.string(), answer: z.unknown() }),
  z.object({ draft: draftSchema }),
  z.object({ failed: z.string() }),
])
export type LlamaReport = z.infer<typeof llamaReportSchema>
