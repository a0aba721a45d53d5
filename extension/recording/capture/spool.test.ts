import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSpool, type SpoolOperation, type SpoolRequest } from './spool.ts'

/** The operation at which the disk stops answering. */
let hanging: SpoolOperation['type'] | null
let isTerminated: boolean

class StubWorker extends EventTarget {
  #isHanging = false

  postMessage({ id, type }: SpoolRequest): void {
    this.#isHanging ||= type === hanging
    if (this.#isHanging) return
    queueMicrotask(() => this.dispatchEvent(Object.assign(new Event('message'), { data: { id, value: 4 } })))
  }

  terminate(): void {
    isTerminated = true
  }
}

beforeEach(() => {
  isTerminated = false
  vi.useFakeTimers()
  vi.stubGlobal('Worker', StubWorker)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a file that doesn’t open is given up after half a minute', async () => {
  hanging = 'open'
  const opening = openSpool('call').catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(30_000)
  expect([await opening, isTerminated]).toEqual(['the disk isn’t responding. Restart the browser.', true])
})

test.each(['write', 'close'] as const)(
  'a file whose disk hangs in a %s is closed after 15 s, and releases its requests',
  async (type) => {
    hanging = type
    const spool = await openSpool('call')
    const writing = spool.write(new Blob(['call'])).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(0)
    const closing = spool.close()
    await vi.advanceTimersByTimeAsync(14_999)
    expect(isTerminated).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await closing
    expect([isTerminated, await writing]).toEqual([true, type === 'write' ? 'The file is closed.' : 4])
    await expect(spool.write(new Blob(['late']))).rejects.toThrow('The file is closed.')
  },
)
