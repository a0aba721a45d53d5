import { SMALLEST_PIECE } from '@callfolio/shared/client/uploads/growing-file.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { serverAnswers } from '../settings/server-address.ts'

/**
 * An upload waits for the server if it has not progressed for this long, although more than the held-back bytes are
 * left. ms
 */
const STUCK_MS = 8000
const HELD_BACK_BYTES = 2 * SMALLEST_PIECE
/** How often a server is asked, and for how long progress counts as its answer. ms */
const QUIET_MS = 3000
/** Fewer bytes on their way show nothing: the computer buffers them, whether or not the server takes them. */
const BUFFERED_BYTES = 4_000_000
/** How often to poll an upload in progress, in ms: an unresponsive server triggers no event. */
export const LOOK_INTERVAL_MS = 1000

/** Whether an upload waits for an unresponsive server. @param size bytes so far. @param now ms since 1970. */
export type IsUnanswered = (item: UploadItem, size: number, now: number) => boolean

/** Recognizes the waiting uploads of one server, which it asks for its health unless bytes move that no buffer could hold. */
export function createAnswerCheck(server: string): IsUnanswered {
  let isAway = false
  let isAsking = false
  let askedAt = 0

  async function ask(now: number): Promise<void> {
    if (isAsking || now - askedAt < QUIET_MS) return
    isAsking = true
    askedAt = now
    isAway = !(await serverAnswers(server))
    isAsking = false
  }

  return ({ state, entry, acknowledged, movedAt }, size, now) => {
    if (state.phase !== 'sending') return false
    const quietMs = now - movedAt
    if (quietMs < QUIET_MS && entry.sentBytes - (acknowledged ?? entry.sentBytes) > BUFFERED_BYTES) {
      isAway = false
      return false
    }
    void ask(now)
    return isAway || (quietMs > STUCK_MS && size - entry.sentBytes > HELD_BACK_BYTES)
  }
}
