import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prefetch, severalAtOnce } from './concurrency.ts'

const never = new AbortController().signal

test('keeps results in order and runs no more than the limit at once', async () => {
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

test('stops on the first failure and reports it', async () => {
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

test('stops on an external abort with its reason', async () => {
  const controller = new AbortController()
  const run = severalAtOnce([1, 2, 3], 1, controller.signal, async (item) => {
    controller.abort(new Error('enough'))
    return item
  })
  await expect(run).rejects.toThrow('enough')
})

test('prepares the next item during the current one, and none further', async () => {
  const events: string[] = []
  const prepare = async (name: string) => (events.push(`prepare ${name}`), name)
  for await (const name of prefetch(['a', 'b', 'c'], prepare)) {
    events.push(`begin ${name}`)
    await wait(1)
    events.push(`end ${name}`)
  }
  expect(events).toEqual([
    'prepare a',
    'prepare b',
    'begin a',
    'end a',
    'prepare c',
    'begin b',
    'end b',
    'begin c',
    'end c',
  ])
})

test('rejects a failed preparation when it is awaited, not before', async () => {
  const seen: string[] = []
  const take = async () => {
    for await (const name of prefetch(['good', 'bad', 'never'], async (name) =>
      name === 'bad' ? Promise.reject(new Error('no')) : name,
    )) {
      await wait(5)
      seen.push(name)
    }
  }
  await expect(take()).rejects.toThrow('no')
  expect(seen).toEqual(['good'])
})

test('leaves no preparation running when stopped early', async () => {
  let prepared = 0
  const takes = prefetch([1, 2, 3], async () => (await wait(5), ++prepared))
  await takes.next()
  await takes.return()
  expect(prepared).toBe(2)
})

test('prepares nothing without items', async () => {
  expect(await prefetch([], () => Promise.reject(new Error('no'))).next()).toEqual({ done: true, value: undefined })
})
