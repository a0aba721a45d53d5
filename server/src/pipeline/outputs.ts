import { z } from 'zod'
import {
  analysisUseSchema,
  evidenceItemSchema,
  suggestedSpeakerSchema,
  withheldItemSchema,
} from '@callfolio/shared/contract/microsite.ts'
import { segmentSchema, transcriptInfoSchema } from '@callfolio/shared/contract/transcript.ts'
import type { Analysis } from '../analysis/analyst.ts'
import { draftSchema } from '../analysis/draft-schema.ts'
import type { MediaInfo } from '../media/media.ts'
import type { Transcript } from '../transcription/transcriber.ts'
import { stagesFolder } from '../storage/keys.ts'
import type { Playable } from './recording.ts'

const ms = z.number().int().nonnegative()

const mediaInfoSchema = z.object({
  format: z.string(),
  durationMs: z.number().nullable(),
  video: z
    .object({ codec: z.string(), pixelFormat: z.string().nullable(), width: z.number(), height: z.number() })
    .nullable(),
  audio: z
    .object({
      codec: z.string(),
      channels: z.number(),
      sampleRate: z.number(),
      tracks: z.array(
        z.object({
          index: z.number().int(),
          codec: z.string(),
          channels: z.number(),
          onlyChannel: z.union([z.literal(0), z.literal(1)]).nullable(),
        }),
      ),
    })
    .nullable(),
  subtitles: z.array(z.object({ index: z.number().int(), codec: z.string(), language: z.string().nullable() })),
  seekable: z.boolean(),
  playable: z.boolean(),
}) satisfies z.ZodType<MediaInfo>

const transcriptSchema = z.object({
  segments: z.array(segmentSchema),
  info: transcriptInfoSchema,
}) satisfies z.ZodType<Transcript>

const evidenceItems = z.array(evidenceItemSchema)
const analysisSchema = z.object({
  title: z.string().nullable(),
  summary: evidenceItems,
  quotes: evidenceItems,
  actionPoints: evidenceItems,
  importantPoints: evidenceItems,
  todoList: evidenceItems,
  chapters: evidenceItems.optional(),
  suggestedSpeakers: z.array(suggestedSpeakerSchema).optional(),
  privateLines: z.array(z.string()).optional(),
  withheld: z.array(withheldItemSchema).optional(),
  possibleSteps: z.array(z.string()).optional(),
  use: z.optional(analysisUseSchema),
  warning: z.string().optional(),
}) satisfies z.ZodType<Analysis>

const playableSchema = z.object({
  videoKey: z.string(),
  posterKey: z.string().nullable(),
  durationMs: ms,
  damage: z
    .object({ heldMs: ms, statedMs: ms, ranges: z.array(z.object({ startMs: ms, endMs: ms })).optional() })
    .nullable()
    .default(null),
}) satisfies z.ZodType<Playable>

/** The output of each stage: stored as JSON, parsed when it is read again. */
export const OUTPUTS = {
  /** `source` is null when there are only captions. */
  probe: z.object({ source: z.object({ key: z.string(), bytes: z.number().int(), info: mediaInfoSchema }).nullable() }),
  /** Hexadecimal; null without a file. */
  fingerprint: z.object({ sha256: z.string().nullable() }),
  playable: z.object({ playable: playableSchema.nullable() }),
  /**
   * The source of the transcript. `unreadableCaptions`: there was a caption file, but nothing could be read from it.
   */
  speech: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('captions'),
        source: z.enum(['captions', 'given']),
        segments: z.array(segmentSchema),
        notice: z.string().nullable(),
      }),
      z.object({ kind: z.literal('audio'), wavKey: z.string(), durationMs: ms }),
      z.object({ kind: z.literal('none'), notice: z.string() }),
    ])
    .and(z.object({ unreadableCaptions: z.boolean() })),
  transcribe: transcriptSchema,
  /** Speaker turns from the sides' own tracks; null if they don't show them. */
  sides: z.object({ turns: z.array(z.object({ startMs: ms, endMs: ms, speaker: z.string() })).nullable() }),
  speakers: transcriptSchema,
  transcript: transcriptSchema,
  /** `draft` is null when too little was said for an analysis. */
  analyse: z.object({
    draft: draftSchema.nullable(),
    /** The analyst that made it. */
    analyst: z.string(),
    /** Why it is not by the requested analyst; null: it is. */
    notice: z.string().nullable().default(null),
  }),
  verify: analysisSchema,
  tidy: z.object({}),
  publish: z.object({}),
}

export type StageName = keyof typeof OUTPUTS

/** Stages that read only the recording: their output holds for any transcript request. */
const OF_THE_RECORDING: readonly StageName[] = ['probe', 'fingerprint', 'playable']

/** Storage key of a stage's output. */
export function outputKey(
  { folder, wanted, rerun = null }: { folder: string; wanted: { id: string } | null; rerun?: { id: string } | null },
  stage: StageName,
): string {
  if (rerun !== null) return `${stagesFolder(folder)}${rerun.id}/${stage}.json`
  const run = wanted === null || OF_THE_RECORDING.includes(stage) ? '' : `${wanted.id}/`
  return `${stagesFolder(folder)}${run}${stage}.json`
}
export type Output<N extends StageName> = z.infer<(typeof OUTPUTS)[N]>
