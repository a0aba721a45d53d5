import { ApiError } from '@callfolio/shared/api-client.ts'
import type { WatchOptions } from '@callfolio/shared/client/uploads/upload-steps.ts'
import { pause } from '@callfolio/shared/client/uploads/upload-retries.ts'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { INITIAL_POLL, POLL_INTERVAL_MS, pollReducer, type PollState } from '@callfolio/shared/progress/poll.ts'

/** How long to wait before retrying a server that didn't answer, ms. */
const AWAY_INTERVAL_MS = 15_000

interface Waiting extends WatchOptions {
  /** Waits this many ms; throws the signal's reason when it is aborted. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Waits for a microsite by the web app's rules, except that an unreachable server doesn't count as an attempt: this
 * continues while no window is open.
 * @returns how it ended. @throws the signal's reason when it is aborted.
 */
export async function watchMicrosite({ api, micrositeId, onPoll, signal, wait = pause }: Waiting): Promise<PollState> {
  let poll = INITIAL_POLL
  let delayMs = 0
  while (poll.phase === 'polling') {
    await wait(delayMs, signal)
    delayMs = POLL_INTERVAL_MS
    try {
      const microsite = await api.request(MICROSITE_PATHS.one(micrositeId), micrositeSchema, { signal })
      poll = pollReducer(poll, { type: 'answered', microsite })
      onPoll(poll, microsite.title)
    } catch (error) {
      signal.throwIfAborted()
      const gone = error instanceof ApiError && error.status === 404
      if (!gone) delayMs = AWAY_INTERVAL_MS
      else poll = pollReducer(poll, { type: 'unanswered', gone })
    }
  }
  return poll
}
