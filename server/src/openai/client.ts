import OpenAI from 'openai'
import { completeJson, type ChatServer, type JsonRequest } from './complete-json.ts'
import { boundedFetch, failureOf, FIRST_WAIT_MS } from './requests.ts'
import { transcribeSpeech, type SpeechReply, type SpeechRequest } from './transcribe-speech.ts'

/** Any server that speaks OpenAI's HTTP API. Both methods reject with TransientFailure or PermanentFailure. */
export interface OpenAiClient {
  /** Where data is sent; shown on screens. */
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
  /** ms before the second attempt of a request for a recap, where the server names no time. */
  firstWaitMs?: number
  /** The longest answer that is read. */
  answerBytes?: number
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** The package's own retries of speech requests: they follow Retry-After up to a minute; longer waits are left to the queue. */
const SPEECH_RETRIES = 3
const SPEECH_MS = 600_000
const RECAP_MS = 240_000
/** Ten minutes of speech with the time of every word take about 150 kB, a recap less. */
const ANSWER_BYTES = 4_000_000

/** Opens a client; nothing is sent until a method is called. Environment variables are ignored. */
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
  const server: ChatServer = { openai, requestMs, firstWaitMs, forms: new Map() }
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
