import { SMALLEST_PIECE } from '@callfolio/shared/client/uploads/growing-file.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'

/**
 * An upload waits for the server if it has not progressed for this long, although more than the held-back bytes are
 * left. ms
 */
const STUCK_MS = 8000
const HELD_BACK_BYTES = 2 * SMALLEST_PIECE
/** How often to poll an upload in progress, in ms: an unresponsive server triggers no event. */
export const LOOK_INTERVAL_MS = 1000

/** Whether an upload waits for an unresponsive server. @param size bytes so far. @param now ms since 1970. */
export function isUnanswered({ state, entry, movedAt }: UploadItem, size: number, now: number): boolean {
  return state.phase === 'sending' && now - movedAt > STUCK_MS && size - entry.sentBytes > HELD_BACK_BYTES
}
