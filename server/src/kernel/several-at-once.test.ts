import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { severalAtOnce } from './several-at-once.ts'

const never = new AbortController().signal

test('results keep the order of the items and no more than the limit run at once', async () => {
  let running = 0
  let most = 0
  const results = await severalAtOnce([5, 1, 3, 2, 4], 2, never, async (item) => {
    most = Math.max(most, ++running)
    for (let i = 0; i < item; i++) await setImmediate()
    running--
    return item * 10
  })
  expect(results).toEqual([50, 10, 30, 20, 40])
  expect(most).toBe(2)
})

test('the first failure stops the rest and is the one reported', async () => {
  const started: number[] = []
  const run = severalAtOnce([1, 2, 3, 4], 2, never, async (item, _, signal) => {
    started.push(item)
    if (item === 1) throw new Error('one failed')
    await setImmediate()
    signal.throwIfAborted()
    return item
  })
  await expect(run).rejects.toThrow('one failed')
  expect(started).toEqual([1, 2])
})

test('an abort from outside ends it with its reason', async () => {
  const controller = new AbortController()
  const run = severalAtOnce([1, 2, 3], 1, controller.signal, async (item) => {
    controller.abort(new Error('enough'))
    return item
  })
  await expect(run).rejects.toThrow('enough')
})
