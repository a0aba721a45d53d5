import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { oneAhead } from './one-ahead.ts'

test('the next item is prepared while one is worked on, and no further one', async () => {
  const events: string[] = []
  const prepare = async (name: string) => (events.push(`prepare ${name}`), name)
  for await (const name of oneAhead(['a', 'b', 'c'], prepare)) {
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

test('what fails in preparation fails where it is waited for, not before', async () => {
  const seen: string[] = []
  const take = async () => {
    for await (const name of oneAhead(['good', 'bad', 'never'], async (name) =>
      name === 'bad' ? Promise.reject(new Error('no')) : name,
    )) {
      await wait(5)
      seen.push(name)
    }
  }
  await expect(take()).rejects.toThrow('no')
  expect(seen).toEqual(['good'])
})

test('who stops early leaves nothing in preparation behind', async () => {
  let prepared = 0
  const takes = oneAhead([1, 2, 3], async () => (await wait(5), ++prepared))
  await takes.next()
  await takes.return()
  expect(prepared).toBe(2)
})

test('of nothing nothing is prepared', async () => {
  expect(await oneAhead([], () => Promise.reject(new Error('no'))).next()).toEqual({ done: true, value: undefined })
})
