import type { UploadItem } from '@callfolio/shared/client/upload-machine.ts'

/** An upload that has not moved for so long although there is more to send than is held back waits for the server. */
const STUCK_MS = 8000
const HELD_BACK_BYTES = 1_000_000
/** How often to poll an upload in progress, in ms: an unresponsive server triggers no event. */
export const LOOK_INTERVAL_MS = 1000

/** Whether an upload waits for a server that doesn't answer. @param size bytes that there are until now. @param now ms since 1970. */
export function isUnanswered({ state, entry, movedAt }: UploadItem, size: number, now: number): boolean {
  return state.phase === 'sending' && now - movedAt > STUCK_MS && size - entry.sentBytes > HELD_BACK_BYTES
}
