import { z } from 'zod'
import { aiServerSchema } from './ai-server.ts'
import { engineStatusSchema } from './capabilities.ts'

const bytes = z.number().int().nonnegative()

/**
 * The speech model of this server and its fetch. `waiting`: it could not go on and is attempted again by itself; `failed`:
 * only on request. Sizes in bytes.
 */
export const speechModelSchema = z.object({
  state: z.enum(['idle', 'fetching', 'waiting', 'paused', 'failed']),
  /** Id of the model that is installed; null: none. */
  installed: z.string().nullable(),
  /** The one that suits the machine, with all that is fetched along with it; null: none does. */
  best: z.object({ id: z.string(), languages: z.number().int(), bytes }).nullable(),
  done_bytes: bytes,
  total_bytes: bytes,
  seconds_left: z.number().int().nonnegative().nullable(),
  /** Why it doesn't go on, in one sentence; for operators only. */
  problem: z.string().nullable(),
  /** The caller may fetch it. */
  operator: z.boolean(),
  /** The caller is to be asked whether to fetch it: nothing better than the draft engine is ready. */
  offered: z.boolean(),
  /** The caller's drafts that the model would transcribe again; 0 without a model. */
  drafts: z.number().int(),
})
export type SpeechModel = z.infer<typeof speechModelSchema>

/** Body of POST /api/speech-model. */
export const speechModelActionSchema = z.object({ action: z.enum(['fetch', 'pause']) })
export type SpeechModelAction = z.infer<typeof speechModelActionSchema>['action']

/** Answer of POST /api/speech-model/drafts: how many drafts are transcribed again. */
export const betterDraftsSchema = z.object({ drafts: z.number().int() })

/** What the operator's page of engines shows besides. */
export const enginesPageSchema = z.object({
  transcribers: z.array(engineStatusSchema),
  diarisers: z.array(engineStatusSchema),
  analysts: z.array(engineStatusSchema),
  ai_server: aiServerSchema,
  /** Of the models' folder and its disk, bytes; null: they lie with other processes. */
  disk: z.object({ models: bytes, free: bytes }).nullable(),
})
export type EnginesPage = z.infer<typeof enginesPageSchema>

/** What the engine that is used makes of a minute of the sample call. */
export const engineTrialSchema = z.object({
  engine: z.string(),
  text: z.string(),
  /** What the work took, and how much sound it was. */
  seconds: z.number(),
  sound_seconds: z.number(),
  /** Words replaced, left out or added, as a share of the words said. */
  word_errors: z.number(),
})
export type EngineTrial = z.infer<typeof engineTrialSchema>

export const SPEECH_MODEL_PATHS = {
  model: '/api/speech-model',
  drafts: '/api/speech-model/drafts',
  engines: '/api/engines',
  trial: '/api/engines/trial',
} as const
