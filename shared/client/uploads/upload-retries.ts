import { isTransientStatus } from '../get-failure.ts'

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000
/** Number of consecutive attempts without progress, about four minutes, before a server error is final. */
const MOST_TRIES = 12

/** What to do after a failed request. `restart`: the server no longer has any of this upload. */
export type NextTry = { action: 'give-up' } | { action: 'resume' | 'restart'; delayMs: number }

/**
 * Decides whether to retry.
 * @param status the server's answer; null without one (offline, restarting): then it never gives up.
 * @param triesInVain attempts since the upload last made progress.
 */
export function nextTry(status: number | null, triesInVain: number): NextTry {
  const delayMs = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(triesInVain, 10))
  if (status === null) return { action: 'resume', delayMs }
  if (triesInVain >= triesFor(status)) return { action: 'give-up' }
  return { action: status === 404 || status === 410 ? 'restart' : 'resume', delayMs }
}

function triesFor(status: number): number {
  // A token may expire in transit; the next one is fresh.
  if (status === 401) return 1
  if (status === 404 || status === 410) return 3
  return isTransientStatus(status) ? MOST_TRIES : 0
}

/**
 * Waits, but no longer than the network is down.
 * @param network fires `online`; by default the page itself.
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
