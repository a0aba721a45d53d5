import OpenAI from 'openai'
import type { z } from 'zod'
import { completeJson } from './complete-json.ts'
import { failureOf } from './failures.ts'
import { transcribeSpeech, type SpeechReply } from './transcribe-speech.ts'

export interface SpeechRequest {
  /** An MP3 of at most 25 MB. */
  path: string
  model: string
  /** BCP 47 tag, or null: unknown. */
  language: string | null
  /** Words that help the recogniser (names, terms); null: none. */
  prompt: string | null
  signal: AbortSignal
}

/** What one answer used. */
export interface TokenUse {
  inputTokens: number
  outputTokens: number
}

export interface JsonRequest<T> {
  model: string
  system: string
  user: string
  /** An object schema in which every property is required (nullable, not optional). */
  schema: z.ZodType<T>
  signal: AbortSignal
  /** Called for each answer that was paid for, also one that could not be used. */
  onUse?: (use: TokenUse) => void
}

/** Any server that speaks OpenAI's HTTP API. Both methods reject with TransientFailure or PermanentFailure. */
export interface OpenAiClient {
  /** Where data goes, for the screens that say so. */
  host: string
  transcribe(request: SpeechRequest): Promise<SpeechReply>
  completeJson<T>(request: JsonRequest<T>): Promise<T>
}

export interface OpenAiSettings {
  /** Undefined: a server on the own network that asks for none. */
  apiKey: string | undefined
  /** Undefined: OpenAI itself. */
  baseUrl: string | undefined
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** The package's own retries are used: they follow Retry-After and back off with jitter; what lasts longer is the queue's. */
const MAX_RETRIES = 3
const TIMEOUT_MS = 600_000

/** Opens a client; nothing is sent until a method is called. Environment variables are not looked at. */
export function createOpenAiClient({ apiKey, baseUrl = OPENAI_URL }: OpenAiSettings): OpenAiClient {
  const openai = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: MAX_RETRIES,
    timeout: TIMEOUT_MS,
    logLevel: 'off',
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  })
  return {
    host: new URL(baseUrl).host,
    transcribe: (request) => mapped(request.signal, () => transcribeSpeech(openai, request)),
    completeJson: (request) => mapped(request.signal, () => completeJson(openai, request)),
  }
}

async function mapped<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error, signal)
  }
}
