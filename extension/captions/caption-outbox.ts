import type { CaptionChanges, CaptionLine } from '../messaging/captions-protocol.ts'

export interface CaptionOutbox {
  add: (changes: CaptionChanges) => void
  /** Sends the changes since the last time. Failed changes are sent the next time. */
  flush: () => Promise<void>
}

/** Batches changes, so that a line corrected ten times in a second is sent once. */
export function createCaptionOutbox(send: (changes: CaptionChanges) => Promise<void>): CaptionOutbox {
  let waiting = new Map<string, CaptionLine | null>()
  let sending = Promise.resolve()

  const sendWaiting = async (): Promise<void> => {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    const put = [...batch.values()].filter((line) => line !== null)
    const removed = [...batch].flatMap(([id, line]) => (line === null ? [id] : []))
    await send({ put, removed }).catch(() => {
      waiting = new Map([...batch, ...waiting])
    })
  }
  return {
    add({ put, removed }) {
      for (const line of put) waiting.set(line.id, line)
      for (const id of removed) waiting.set(id, null)
    },
    flush() {
      sending = sending.then(sendWaiting)
      return sending
    },
  }
}
