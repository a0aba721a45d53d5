import { setTimeout as delay } from 'node:timers/promises'
import { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { Agent } from 'undici'
import { ZodError } from 'zod'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { timeInWords } from '../kernel/time-in-words.ts'

/** Attempts per request, including the first. */
const MAX_ATTEMPTS = 4
/** When a server asks for a longer wait, the request fails instead. */
const LONGEST_WAIT_MS = 60_000
/** For servers that name no time. */
export const FIRST_WAIT_MS = 500
const WAIT_FACTOR = 3
/** Time between two reports of a wait. */
const REPORT_INTERVAL_MS = 1000

/** How long a server may be silent before its answer begins, and in the middle of it. ms */
export interface Patience {
  firstMs: number
  nextMs: number
}

interface RetryOptions {
  signal: AbortSignal
  patience: Patience
  /** ms before the second attempt, if the server names no time. */
  firstWaitMs: number
  /** Called about every second during a wait, with the remaining ms; with 0 at its end. */
  onWait?: ((leftMs: number) => void) | undefined
}

/**
 * Sends a request, and retries it after transient failures. One that timed out is not sent again.
 * @param send gets a function to call for each part of the answer.
 * @throws {TransientFailure} or {PermanentFailure}, or the signal's own reason.
 */
export async function withRetries<T>(
  send: (signal: AbortSignal, onPart: () => void) => Promise<T>,
  { signal, patience, firstWaitMs, onWait }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    const silence = limitSilence(patience)
    try {
      return await send(AbortSignal.any([signal, silence.signal]), silence.end)
    } catch (error) {
      if (silence.signal.aborted && !signal.aborted)
        throw new TransientFailure('ai_timed_out', silence.signal.reason as string, { cause: error })
      const failure = getFailure(error, signal)
      const waitMs =
        failure instanceof TransientFailure
          ? (failure.retryAfterMs ?? firstWaitMs * WAIT_FACTOR ** (attempt - 1))
          : null
      if (waitMs === null || waitMs > LONGEST_WAIT_MS || attempt === MAX_ATTEMPTS) throw failure
      await waitWithProgress(waitMs, signal, onWait)
    } finally {
      silence.stop()
    }
  }
}

/** A signal that fires, with a sentence, when a server is silent for too long. `end` restarts the timer. */
function limitSilence({ firstMs, nextMs }: Patience): { signal: AbortSignal; end: () => void; stop: () => void } {
  const controller = new AbortController()
  const after = (ms: number, what: string) =>
    setTimeout(() => controller.abort(`The AI server ${what} ${timeInWords(ms)}.`), ms)
  let timer = after(firstMs, 'didn’t respond within')
  const stop = () => clearTimeout(timer)
  const end = () => {
    stop()
    timer = after(nextMs, 'stopped responding for')
  }
  return { signal: controller.signal, end, stop }
}

async function waitWithProgress(waitMs: number, signal: AbortSignal, onWait: RetryOptions['onWait']): Promise<void> {
  for (let leftMs = waitMs; leftMs > 0; leftMs -= REPORT_INTERVAL_MS) {
    onWait?.(leftMs)
    // An abort makes it reject; the next attempt checks the signal first.
    await delay(Math.min(leftMs, REPORT_INTERVAL_MS), undefined, { signal }).catch(() => {})
    if (signal.aborted) return
  }
  onWait?.(0)
}

const LONGEST_DETAIL = 200

/**
 * Classifies a failed call for the job: TransientFailure if a retry may succeed (rate limits, 5xx, the network),
 * PermanentFailure if not (key, quota, model, request, unusable answer), the signal's own reason if it was aborted.
 * Each message begins with "The AI server", so that notices can insert it into a sentence.
 */
export function getFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || error instanceof APIUserAbortError) return signal.reason ?? error
  if (error instanceof APIConnectionTimeoutError)
    return new TransientFailure('ai_timed_out', undefined, { cause: error })
  if (error instanceof AnswerTooLarge)
    return new PermanentFailure('ai_unreadable', 'The AI server sent a response that is too long.', { cause: error })
  if (error instanceof APIConnectionError) return new TransientFailure('ai_unreachable', undefined, { cause: error })
  // For example a web page with status 200.
  if (error instanceof SyntaxError || error instanceof ZodError) {
    return new PermanentFailure(
      'ai_misconfigured',
      'The AI server sent an unexpected response. Its address may be wrong.',
      { cause: error },
    )
  }
  // The connection ended in the middle of an answer.
  if (error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause)
    return new TransientFailure('ai_unreachable', undefined, { cause: error })
  if (!(error instanceof APIError)) return error
  // Reported inside an answer that had begun.
  if (error.status === undefined) return new TransientFailure('ai_failed', undefined, { cause: error })
  const { status, code } = error
  if (status >= 300 && status < 400)
    return new PermanentFailure(
      'ai_misconfigured',
      'The AI server redirects to another address. Its address may be outdated.',
      { cause: error },
    )
  if (status === 401 || status === 403) {
    return new PermanentFailure('ai_key_refused', undefined, { cause: error })
  }
  if (code === 'insufficient_quota') return new PermanentFailure('ai_quota_used_up', undefined, { cause: error })
  if (status === 429)
    return new TransientFailure('ai_busy', undefined, { cause: error, retryAfterMs: retryAfterMs(error.headers) })
  if (status >= 500 || status === 408 || status === 409) {
    return new TransientFailure('ai_failed', `The AI server failed (${status}).`, {
      cause: error,
      retryAfterMs: retryAfterMs(error.headers),
    })
  }
  if (status === 404) return new PermanentFailure('ai_misconfigured', undefined, { cause: error })
  return new PermanentFailure(
    'ai_refused',
    `The AI server refused the request: ${error.message.slice(0, LONGEST_DETAIL)}`,
    {
      cause: error,
    },
  )
}

/** The requested wait, given as milliseconds, seconds or a date; a date is relative to the date of the response. */
function retryAfterMs(headers: Headers): number | undefined {
  const ms = getNumber(headers.get('retry-after-ms'))
  if (ms !== undefined) return ms
  const after = headers.get('retry-after')
  const seconds = getNumber(after)
  if (seconds !== undefined) return seconds * 1000
  const untilDate = Date.parse(after ?? '') - Date.parse(headers.get('date') ?? '')
  return Number.isNaN(untilDate) ? undefined : Math.max(0, untilDate)
}

function getNumber(text: string | null): number | undefined {
  const number = Number(text ?? Number.NaN)
  return Number.isFinite(number) && number >= 0 ? number : undefined
}

/** An answer exceeded the size limit. */
class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Like `fetch`, but follows no redirect, fails with AnswerTooLarge for an answer of more than `mostBytes`, and waits
 * for an answer as long as its signal lets it: by default Node gives up after five minutes without a header.
 */
export function boundedFetch(mostBytes: number): typeof fetch {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 })
  return async (input, init) => {
    // Another host must not get the transcript or the key. The dispatcher is Node's addition to the browsers' options.
    const options: RequestInit & { dispatcher: Agent } = { ...init, redirect: 'manual', dispatcher }
    const response = await fetch(input, options)
    if (response.body === null) return response
    return new Response(response.body.pipeThrough(countingTo(mostBytes)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}

function countingTo(mostBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length
      if (bytes > mostBytes) controller.error(new AnswerTooLarge(`an answer of more than ${mostBytes} bytes`))
      else controller.enqueue(piece)
    },
  })
}
