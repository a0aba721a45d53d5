import { isTransientStatus } from './failure-of.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Attempts in a row that bring the upload no further, about four minutes, before a server's errors are believed. */
const MOST_TRIES = 12

/** What to do after a failed request. `anew`: the server has nothing of this upload any more. */
export type NextTry = { action: 'give-up' } | { action: 'resume' | 'anew'; delayMs: number }

/**
 * Decides on another try.
 * @param status the server's answer; null when none came (offline, restarting): then it never gives up.
 * @param triesInVain earlier attempts since the upload last moved on.
 */
export function nextTry(status: number | null, triesInVain: number): NextTry {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(triesInVain, 10))
  if (status === null) return { action: 'resume', delayMs }
  if (triesInVain >= triesFor(status)) return { action: 'give-up' }
  return { action: status === 404 || status === 410 ? 'anew' : 'resume', delayMs }
}

function triesFor(status: number): number {
  // A token may end on its way; the next one is fresh.
  if (status === 401) return 1
  if (status === 404 || status === 410) return 3
  return isTransientStatus(status) ? MOST_TRIES : 0
}

/**
 * Waits, but not longer than the network is away.
 * @param network what fires `online`; the page itself.
 * @throws the signal's reason when it is aborted.
 */
export function pause(
  ms: number,
  signal: AbortSignal | undefined,
  network: Partial<EventTarget> = globalThis,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController()
    const timer = setTimeout(() => finish(resolve), ms)
    const finish = (settle: () => void) => {
      clearTimeout(timer)
      ended.abort()
      settle()
    }
    if (signal?.aborted) return finish(() => reject(signal.reason))
    signal?.addEventListener('abort', () => finish(() => reject(signal.reason)), { signal: ended.signal })
    network.addEventListener?.('online', () => finish(resolve), { signal: ended.signal })
  })
}
