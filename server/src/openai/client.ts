import OpenAI from 'openai'
import type { z } from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import { completeJson, type ChatServer } from './complete-json.ts'
import { failureOf } from './failures.ts'
import { transcribeSpeech, type SpeechReply } from './transcribe-speech.ts'
import { FIRST_WAIT_MS } from './with-retries.ts'

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
  /** Puts right what models get wrong, before an answer is held against the schema. */
  tidy?: (value: unknown) => unknown
  signal: AbortSignal
  /** Called for each answer that was paid for, also one that could not be used. */
  onUse?: (use: TokenUse) => void
  /** Told about every second while it is waited for a server that is busy: how long still, ms; 0 at the end. */
  onWait?: (leftMs: number) => void
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
  /** ms that one request for a recap may take, to the last byte of its answer. */
  requestMs?: number
  /** ms before the second try of a request for a recap, where the server names no time. */
  firstWaitMs?: number
  /** The longest answer that is read. */
  answerBytes?: number
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** Of speech, by the package: they follow Retry-After up to a minute; what lasts longer is the queue's. */
const SPEECH_RETRIES = 3
const SPEECH_MS = 600_000
const RECAP_MS = 240_000
/** Ten minutes of speech with the time of every word take about 150 kB, a recap less. */
const ANSWER_BYTES = 4_000_000

/** Opens a client; nothing is sent until a method is called. Environment variables are not looked at. */
export function createOpenAiClient({
  apiKey,
  baseUrl = OPENAI_URL,
  requestMs = RECAP_MS,
  firstWaitMs = FIRST_WAIT_MS,
  answerBytes = ANSWER_BYTES,
}: OpenAiSettings): OpenAiClient {
  const openai = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: SPEECH_RETRIES,
    timeout: SPEECH_MS,
    fetch: boundedFetch(answerBytes),
    logLevel: 'off',
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  })
  const server: ChatServer = { openai, requestMs, firstWaitMs, manners: new Map() }
  return {
    host: new URL(baseUrl).host,
    transcribe: (request) => mapped(request.signal, () => transcribeSpeech(openai, request)),
    completeJson: (request) => mapped(request.signal, () => completeJson(server, request)),
  }
}

async function mapped<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw failureOf(error, signal)
  }
}
