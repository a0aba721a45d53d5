import { z } from 'zod'
import { segmentSchema, wordSchema } from '@callfolio/shared/contract/transcript.ts'

/** The input of the transcribing process, a JSON file. Paths are absolute. */
export const transcribeJobSchema = z.object({
  wavPath: z.string(),
  /** Where an earlier run stopped; 0: at the beginning. ms. */
  fromMs: z.number().int().nonnegative(),
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

/** A transcribed range of speech. */
export const heardSegmentSchema = z
  .object(segmentSchema.shape)
  .omit({ id: true, heard: true })
  .extend({ words: z.array(wordSchema).optional() })

/** The transcribing process' output, one JSON object per line: the text of a range of speech, or the progress. */
export const heardReportSchema = z.union([
  z.object({ heard: heardSegmentSchema }),
  /** `pause`: a silence there; everything said before it was reported. */
  z.object({ doneMs: z.number().nonnegative(), pause: z.boolean() }),
])
export type HeardReport = z.infer<typeof heardReportSchema>

/** The input of the diarizing process, a JSON file. Paths are absolute. */
export const diariseJobSchema = z.object({
  wavPath: z.string(),
  segmentationPath: z.string(),
  embeddingPath: z.string(),
  count: z.number().int().positive().nullable(),
  /** Step of the segmentation model's window, as a share of its length. */
  windowShift: z.number().positive().max(1),
  threads: z.number().int().positive(),
})
export type DiariseJob = z.infer<typeof diariseJobSchema>

const ms = z.number().int().nonnegative()

/** The diarizing process' output, one JSON object per line: a range of one voice, ordered by start. */
export const voiceReportSchema = z.object({ startMs: ms, endMs: ms, label: z.number().int() })
