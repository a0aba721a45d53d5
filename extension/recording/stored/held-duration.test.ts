import { expect, test } from 'vitest'
import { createHeldDurations } from './held-duration.ts'

const UNREADABLE = new DOMException('busy', 'NotReadableError')

/** A file of a busy disk that fails from one reading to another. */
class BusyFile extends File {
  readings = 0
  failsAt: { from: number; to: number }

  constructor(failsAt: { from: number; to: number }) {
    super(['no recording, but long enough for a header'], 'one-call')
    this.failsAt = failsAt
  }

  override slice(start?: number, end?: number): Blob {
    this.readings += 1
    const blob = super.slice(start, end)
    if (this.readings < this.failsAt.from || this.readings > this.failsAt.to) return blob
    blob.arrayBuffer = () => Promise.reject(UNREADABLE)
    blob.stream = () => new ReadableStream({ start: (controller) => controller.error(UNREADABLE) })
    return blob
  }
}

test.each([
  ['its first bytes', { from: 1, to: 1 }],
  ['its contents', { from: 2, to: 2 }],
])('a file that can’t be read now isn’t taken for a broken one, and is read again: %s', async (_, failsAt) => {
  const heldMs = createHeldDurations()
  const file = new BusyFile(failsAt)
  await expect(heldMs('one-call', file)).rejects.toThrow('busy')
  expect(await heldMs('one-call', file)).toBeNull()
})
