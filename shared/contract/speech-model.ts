import * as z from 'zod/mini'
import { aiServerSchema } from './ai-server.ts'
import { engineStatusSchema } from './capabilities.ts'

const bytes = z.int().check(z.nonnegative())

/**
 * This server's speech model and its download. `waiting`: interrupted and retried automatically; `failed`: retried
 * only on request. Sizes in bytes.
 */
export const speechModelSchema = z.object({
  state: z.enum(['idle', 'fetching', 'waiting', 'paused', 'failed']),
  /** Id of the installed model; null: none. */
  installed: z.nullable(z.string()),
  /** The model that suits the machine, with everything downloaded along with it; null: none does. */
  best: z.nullable(z.object({ id: z.string(), languages: z.int(), bytes })),
  done_bytes: bytes,
  total_bytes: bytes,
  seconds_left: z.nullable(z.int().check(z.nonnegative())),
  /** Why the download stopped, in one sentence; for operators only. */
  problem: z.nullable(z.string()),
  /** The caller may download it. */
  operator: z.boolean(),
  /** Ask the caller whether to download it: nothing better than the draft engine is ready. */
  offered: z.boolean(),
  /** The caller's drafts that the model would transcribe again; 0 without a model. */
  drafts: z.int(),
})
export type SpeechModel = z.infer<typeof speechModelSchema>

/** Body of POST /api/speech-model. */
export const speechModelActionSchema = z.object({ action: z.enum(['fetch', 'pause']) })
export type SpeechModelAction = z.infer<typeof speechModelActionSchema>['action']

/** Answer of POST /api/speech-model/drafts: how many drafts are being transcribed again. */
export const betterDraftsSchema = z.object({ drafts: z.int() })

/** Additional data for the operator's page of engines. */
export const enginesPageSchema = z.object({
  transcribers: z.array(engineStatusSchema),
  diarisers: z.array(engineStatusSchema),
  analysts: z.array(engineStatusSchema),
  ai_server: aiServerSchema,
  /** Free space and size of the models' folder, bytes; null: other processes hold the models. */
  disk: z.nullable(z.object({ models: bytes, free: bytes })),
})
export type EnginesPage = z.infer<typeof enginesPageSchema>

/** The current engine's result on a minute of the sample call. */
export const engineTrialSchema = z.object({
  engine: z.string(),
  text: z.string(),
  /** Processing time, and length of the audio. */
  seconds: z.number(),
  sound_seconds: z.number(),
  /** Words replaced, omitted or added, as a share of the words said. */
  word_errors: z.number(),
})
export type EngineTrial = z.infer<typeof engineTrialSchema>

export const SPEECH_MODEL_PATHS = {
  model: '/api/speech-model',
  drafts: '/api/speech-model/drafts',
  engines: '/api/engines',
  trial: '/api/engines/trial',
} as const
