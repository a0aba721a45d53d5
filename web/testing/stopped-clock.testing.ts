import { setImmediate, setTimeout } from 'node:timers/promises'
import { onTestFinished, vi } from 'vitest'

/**
 * A clock that only the test moves. While it is stopped, user-event, `findBy` and `expect.poll` hang or move it: use
 * `fireEvent` and `until`.
 */
export interface StoppedClock {
  /** Waits until it is true, without moving the clock; due timers fire. */
  until: (isTrue: () => boolean) => Promise<void>
  /** Moves the clock by this many ms and fires the timers that become due. */
  run: (ms: number) => Promise<void>
}

/** In which React has rendered a timer's changes. */
const TASKS = 5

const POLL_MS = 20
/** For tests that hang. */
const LIMIT_MS = Number(process.env['EXPECT_MS'] ?? 90_000)

/** Stops timers and dates until the test ends. Server answers still arrive. */
export function stopClock(): StoppedClock {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const rendered = async () => {
    // React renders in its own tasks.
    for (let task = 0; task < TASKS; task += 1) await setImmediate()
  }
  return {
    async run(ms) {
      await vi.advanceTimersByTimeAsync(ms)
      await rendered()
    },
    async until(isTrue) {
      for (const began = performance.now(); !isTrue(); await rendered()) {
        if (performance.now() - began > LIMIT_MS) throw new Error(`It did not become true within ${LIMIT_MS} ms.`)
        await setTimeout(POLL_MS)
        // Not `advanceTimersByTimeAsync`: a timer set by an answer that arrives meanwhile would be due 1 ms later.
        vi.advanceTimersByTime(0)
      }
    },
  }
}
