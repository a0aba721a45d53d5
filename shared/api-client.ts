import * as z from 'zod/mini'
import { apiRefusalSchema, functionRefusalSchema, type ErrorCode } from './contract/api-error.ts'

/** `unreadable`: the reply violates the contract; `unknown`: a newer server's code. */
export type RefusalCode = ErrorCode | 'unreadable' | 'unknown'

/** An error answer of the JSON API. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: RefusalCode
  readonly status: number

  constructor(code: RefusalCode, status: number, message: string) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface ApiClientOptions {
  /** Origin of the server, without a trailing slash. */
  baseUrl: string
  /** Called for each request, so that a long visit outlives a token; null: send none. */
  getAccessToken: () => Promise<string | null>
  /** Called before the error is thrown when the server says that this token's session was ended elsewhere. */
  onSessionEnded?: (accessToken: string) => Promise<void>
  fetch?: typeof globalThis.fetch
  /** Request timeout in ms. */
  timeoutMs?: number
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A Blob is sent as is, with its own type; everything else as JSON. */
  body?: unknown
  /** Timeout for this request; defaults to the client's. */
  timeoutMs?: number
  signal?: AbortSignal
}

export interface ApiClient {
  /**
   * Sends a request and parses the reply.
   * @param path URL path from the contract.
   * @param schema the reply's schema.
   * @throws ApiError for an error answer or an unreadable reply; fetch's error when the server can't be reached.
   */
  request<Reply>(path: string, schema: z.core.$ZodType<Reply>, request?: ApiRequest): Promise<Reply>
}

/** For calls whose reply is ignored. */
export const ANY_REPLY = z.unknown()

/** Creates the browser client of the JSON API: token, timeout, contract. */
export function createApiClient({
  baseUrl,
  getAccessToken,
  onSessionEnded,
  fetch = globalThis.fetch,
  timeoutMs: usualMs = 30_000,
}: ApiClientOptions): ApiClient {
  return {
    async request(path, schema, { method = 'GET', body, signal, timeoutMs = usualMs } = {}) {
      const token = await getAccessToken()
      const timeout = AbortSignal.timeout(timeoutMs)
      // Called through a local variable: a browser's fetch rejects another `this`.
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
        },
        ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      const reply = await readJson(response)
      if (!response.ok) {
        const error = refusal(response.status, reply)
        if (error.code === 'session_not_found' && token !== null) await onSessionEnded?.(token)
        throw error
      }
      const parsed = z.safeParse(schema, reply)
      if (!parsed.success)
        throw new ApiError(
          'unreadable',
          response.status,
          'The server sent an unexpected response. Reload and try again.',
        )
      return parsed.data
    },
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

function refusal(status: number, reply: unknown): ApiError {
  const api = apiRefusalSchema.safeParse(reply)
  if (api.success) return new ApiError(api.data.error.code, status, api.data.error.message)
  const named = functionRefusalSchema.safeParse(reply)
  if (named.success) return new ApiError(named.data.code, status, named.data.error)
  return new ApiError('unreadable', status, `The server returned an error (${status}). Try again.`)
}
