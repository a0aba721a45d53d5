import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { MODELS, readChat, readSpeech, Refused, type ChatCall, type Dialect, type SpeechCall } from './openai-rules.ts'
import { listen } from './listen.ts'
import { receiveBody } from './receive-body.ts'

export type { ChatCall } from './openai-rules.ts'

/** A fault that replaces one normal response. */
export type Fault =
  | { status: number; code?: string; retryAfterMs?: number; message?: string }
  /** The standard header, as seconds or a date. */
  | { status: number; retryAfter: string }
  | { content: string; finishReason?: string }
  /** The start of an answer, then nothing; the connection stays open, or until `hangUpAfterMs`. */
  | { begins: string; hangUpAfterMs?: number }
  /** An error reported inside an answer. */
  | { failsWithin: string }
  | { refusal: string }
  | { hangUp: true }
  /** A page from a proxy in front of the service, with status 200; `as` is its content type. */
  | { html: string; as: 'text/html' | 'application/json' }
  /**
   * No answer; `headersOnly`: one that ends after its headers. Either way the connection stays open, or until
   * `hangUpAfterMs`.
   */
  | { silent: true; headersOnly?: boolean; hangUpAfterMs?: number }
  /** An answer of this many bytes. */
  | { flood: number }

export interface FakeOpenAiOptions {
  /** The required key; null: a server that needs none and accepts any. */
  apiKey?: string | null
  /** The transcript of a file, in the requested response format. */
  transcribe?: (call: SpeechCall) => unknown
  /** The object that a chat returns. */
  write?: (call: ChatCall) => unknown
  /** ms until the response to an accepted request; default 0. */
  delay?: (call: SpeechCall | ChatCall) => number
  port?: number
  /** A subset of the service's own API, like compatible servers. */
  dialect?: Dialect
}

export interface FakeOpenAi {
  baseUrl: string
  /** Accepted calls, in order of arrival. */
  speech: SpeechCall[]
  chats: ChatCall[]
  /** The keys sent with requests; null: none. */
  keys: Set<string | null>
  /** Why the other requests were refused. */
  refusals: string[]
  /** When each accepted call arrived and was answered, ms, in order of the answers. */
  spans: { from: number; to: number }[]
  /** Queues faults; each affects one request, before it is read. */
  failNext(...faults: Fault[]): void
  close(): Promise<void>
}

/** Starts a listening server that speaks OpenAI's HTTP API and is as strict about requests as the real one. */
export async function startFakeOpenAi(options: FakeOpenAiOptions = {}): Promise<FakeOpenAi> {
  const {
    apiKey = 'sk-test',
    transcribe = () => ({ text: '' }),
    write = (call) => makeEmpty(call.schema ?? {}),
    delay = () => 0,
    port = 0,
    dialect = {},
  } = options
  const speech: SpeechCall[] = []
  const chats: ChatCall[] = []
  const keys = new Set<string | null>()
  const refusals: string[] = []
  const faults: Fault[] = []
  const spans: FakeOpenAi['spans'] = []

  async function think(call: SpeechCall | ChatCall): Promise<void> {
    const from = performance.now()
    await wait(delay(call))
    spans.push({ from, to: performance.now() })
  }

  async function answer(request: IncomingMessage, body: Buffer): Promise<Reply> {
    keys.add(request.headers.authorization?.replace(/^Bearer /, '') ?? null)
    if (apiKey !== null && request.headers.authorization !== `Bearer ${apiKey}`)
      throw new Refused('Incorrect API key provided.', 401, 'invalid_api_key')
    if (request.method === 'GET' && request.url === '/v1/models')
      return {
        body: { object: 'list', data: MODELS.map((id) => ({ id, object: 'model', created: 1, owned_by: 'system' })) },
      }
    if (request.method !== 'POST') throw new Refused('Not allowed to use this method.', 405)
    if (request.url === '/v1/audio/transcriptions') {
      const call = await readSpeech(await getForm(request, body), dialect)
      speech.push(call)
      await think(call)
      return { body: transcribe(call) }
    }
    if (request.url !== '/v1/chat/completions') throw new Refused(`Invalid URL (POST ${request.url})`, 404)
    if (!request.headers['content-type']?.startsWith('application/json'))
      throw new Refused('Unsupported content type.', 415)
    const call = readChat(JSON.parse(body.toString('utf8')), dialect)
    chats.push(call)
    await think(call)
    const content = JSON.stringify(write(call))
    if (call.streams) return { parts: getParts({ content }, 'stop', call) }
    return { body: { ...completion({ role: 'assistant', content, refusal: null }), usage: getUsage(call, content) } }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const body = await receiveBody(request)
      if (body === null) return
      const fault = faults.shift()
      if (fault !== undefined) return fail(fault, response, isStreamed(body))
      try {
        const reply = await answer(request, body)
        if ('parts' in reply) stream(response, reply.parts)
        else send(response, 200, reply.body)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        refusals.push(error.message)
        send(response, error.status, errorBody(error.message, error.code))
      }
    })()
  })
  const { url, close } = await listen(server, port)
  return {
    baseUrl: `${url}/v1`,
    speech,
    chats,
    keys,
    refusals,
    spans,
    failNext: (...added) => void faults.push(...added),
    close,
  }
}

/** Whether a chat asks to verify a recap's claims instead of writing a recap. */
export function asksForVerdicts({ schema, messages }: ChatCall): boolean {
  return JSON.stringify(schema ?? messages).includes('verdicts')
}

/** A whole answer, or its parts. */
type Reply = { body: unknown } | { parts: unknown[] }

function fail(fault: Fault, response: ServerResponse, streamed: boolean): void {
  const complete = (message: { content: string } | { refusal: string }, finishReason?: string) =>
    streamed
      ? stream(response, getParts(message, finishReason))
      : send(response, 200, completion({ role: 'assistant', content: null, refusal: null, ...message }, finishReason))
  if ('hangUp' in fault) response.destroy()
  else if ('silent' in fault) void keepSilent(fault, response)
  else if ('begins' in fault) void begin(fault, response)
  else if ('failsWithin' in fault)
    stream(response, [
      ...getParts({ content: '{' }).slice(0, 1),
      { error: { message: fault.failsWithin, type: 'server_error' } },
    ])
  else if ('html' in fault) response.writeHead(200, { 'content-type': fault.as }).end(fault.html)
  else if ('flood' in fault) complete({ content: ' '.repeat(fault.flood) })
  else if ('retryAfter' in fault)
    send(response, fault.status, errorBody('The fake was told to fail.', null), { 'retry-after': fault.retryAfter })
  else if ('status' in fault)
    send(response, fault.status, errorBody(fault.message ?? 'The fake was told to fail.', fault.code ?? null), {
      'retry-after-ms': String(fault.retryAfterMs ?? 1),
    })
  else if ('refusal' in fault) complete({ refusal: fault.refusal })
  else complete({ content: fault.content }, fault.finishReason)
}

function isStreamed(body: Buffer): boolean {
  return /"stream":\s*true/.test(body.toString('utf8'))
}

function stream(response: ServerResponse, parts: readonly unknown[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const part of parts) response.write(`data: ${JSON.stringify(part)}\n\n`)
  response.end('data: [DONE]\n\n')
}

async function begin(
  { begins, hangUpAfterMs }: { begins: string; hangUpAfterMs?: number },
  response: ServerResponse,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const part of getParts({ content: begins }).slice(0, -1)) response.write(`data: ${JSON.stringify(part)}\n\n`)
  if (hangUpAfterMs === undefined) return
  await wait(hangUpAfterMs)
  response.destroy()
}

const PART_CHARACTERS = 400

/** The streamed parts of an answer, as the service sends them. */
function getParts(
  message: { content: string } | { refusal: string },
  finishReason = 'stop',
  call: ChatCall | null = null,
): unknown[] {
  const [key, text] = 'content' in message ? ['content', message.content] : ['refusal', message.refusal]
  const pieces = text.match(new RegExp(`[^]{1,${PART_CHARACTERS}}`, 'g')) ?? []
  const { prompt_tokens: total } = call ? getUsage(call, '') : { prompt_tokens: 0 }
  const readings = call?.reportsReading
    ? [0.5, 1].map((share) => ({
        ...chunk([{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }]),
        prompt_progress: { total, cache: 0, processed: Math.floor(total * share), time_ms: 1 },
      }))
    : []
  return [
    ...readings,
    chunk([{ index: 0, delta: { role: 'assistant', content: '', refusal: null }, finish_reason: null }]),
    ...pieces.map((piece) => chunk([{ index: 0, delta: { [key]: piece }, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: finishReason }]),
    ...(call?.reportsUse ? [{ ...chunk([]), usage: getUsage(call, text) }] : []),
  ]
}

function chunk(choices: unknown[]) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'fake', choices, usage: null }
}

async function keepSilent(
  { headersOnly = false, hangUpAfterMs }: { headersOnly?: boolean; hangUpAfterMs?: number },
  response: ServerResponse,
): Promise<void> {
  startAnswer(headersOnly, response)
  if (hangUpAfterMs === undefined) return
  await wait(hangUpAfterMs)
  response.destroy()
}

function startAnswer(withHeaders: boolean, response: ServerResponse): void {
  if (withHeaders) response.writeHead(200, { 'content-type': 'application/json' }).write('{')
}

function completion(message: unknown, finishReason = 'stop') {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'fake',
    choices: [{ index: 0, message, finish_reason: finishReason, logprobs: null }],
  }
}

/** Rule of thumb: four characters per token. */
function getUsage(call: ChatCall, answer: string) {
  const prompt = Math.ceil(call.messages.reduce((sum, { content }) => sum + content.length, 0) / 4)
  const written = Math.ceil(answer.length / 4)
  return { prompt_tokens: prompt, completion_tokens: written, total_tokens: prompt + written }
}

function errorBody(message: string, code: string | null) {
  return { error: { message, type: 'invalid_request_error', param: null, code } }
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function getForm(request: IncomingMessage, body: Buffer): Promise<FormData> {
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new Refused('Unsupported content type.', 415)
  return new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
}

/** The emptiest object of a schema: empty lists, empty texts, nulls. */
function makeEmpty(schema: Record<string, unknown>): unknown {
  if (schema['type'] === 'array') return []
  if (schema['type'] === 'string') return ''
  if (schema['type'] !== 'object') return null
  const properties = Object.entries(schema['properties'] ?? {}) as [string, Record<string, unknown>][]
  return Object.fromEntries(properties.map(([key, value]) => [key, makeEmpty(value)]))
}
