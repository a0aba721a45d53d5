import OpenAI from 'openai'
import { isPrivateName } from '@callfolio/shared/private-name.ts'
import { completeJson, type ChatServer, type JsonRequest } from './complete-json.ts'
import { FULL_FORM } from './answer-form.ts'
import { boundedFetch, getFailure, FIRST_WAIT_MS, withRetries, type Patience } from './requests.ts'
import { transcribeSpeech, type SpeechReply, type SpeechRequest, type SpeechServer } from './transcribe-speech.ts'

/** Any server that speaks OpenAI's HTTP API. Both methods reject with TransientFailure or PermanentFailure. */
export interface OpenAiClient {
  /** Where data is sent; shown on screens. */
  host: string
  /** On this machine or in a private network, where a model may take minutes to read a call. */
  isPrivate: boolean
  transcribe(request: SpeechRequest): Promise<SpeechReply>
  completeJson<T>(request: JsonRequest<T>): Promise<T>
}

export interface OpenAiSettings {
  /** Undefined: a server on the local network that needs none. */
  apiKey: string | undefined
  /** Undefined: OpenAI itself. */
  baseUrl: string | undefined
  /** Timeouts of requests for a recap, by default 15 minutes until an answer begins and a minute between its parts. */
  patience?: Partial<Patience>
  /** ms before a request's second attempt, if the server names no time. */
  firstWaitMs?: number
  /** Maximum size of an answer. */
  answerBytes?: number
}

const OPENAI_URL = 'https://api.openai.com/v1'
/** How long a piece of speech may take: a model on a CPU takes longer than the piece lasts. ms */
const SPEECH_MS = 600_000
const PRIVATE_SPEECH_MS = 3 * SPEECH_MS
/** The package would end and repeat requests on its own: longer than any request. ms */
const NO_TIMEOUT = 86_400_000
/** A model on a CPU reads a long part of a call for minutes before its first word. */
const PATIENCE: Patience = { firstMs: 15 * 60_000, nextMs: 60_000 }
/** The longest recap, with about 400 bytes around each token. */
const ANSWER_BYTES = 8_000_000

/** Opens a client; nothing is sent until a method is called. Environment variables are ignored. */
export function createOpenAiClient({
  apiKey,
  baseUrl = OPENAI_URL,
  patience,
  firstWaitMs = FIRST_WAIT_MS,
  answerBytes = ANSWER_BYTES,
}: OpenAiSettings): OpenAiClient {
  const openai = new OpenAI({
    apiKey: apiKey ?? 'none',
    baseURL: baseUrl,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: NO_TIMEOUT,
    fetch: boundedFetch(answerBytes),
    logLevel: 'off',
    ...(apiKey === undefined ? { defaultHeaders: { Authorization: null } } : {}),
  })
  const { host, hostname } = new URL(baseUrl)
  const isPrivate = isPrivateName(hostname)
  const server: ChatServer = {
    openai,
    patience: { ...PATIENCE, ...patience },
    firstWaitMs,
    firstForm: isPrivate ? { ...FULL_FORM, stream: 'progress' } : FULL_FORM,
    forms: new Map(),
  }
  const speech: SpeechServer = { openai, untimedWords: new Set() }
  const speechMs = isPrivate ? PRIVATE_SPEECH_MS : SPEECH_MS
  const speechPatience = { firstMs: speechMs, nextMs: speechMs }
  return {
    host,
    isPrivate,
    transcribe: (request) =>
      withRetries((signal) => transcribeSpeech(speech, { ...request, signal }), {
        signal: request.signal,
        patience: speechPatience,
        firstWaitMs,
      }),
    completeJson: (request) => mapped(request.signal, () => completeJson(server, request)),
  }
}

async function mapped<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw getFailure(error, signal)
  }
}
