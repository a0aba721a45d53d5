import { expect, test } from 'vitest'
import { createOwnPlaces } from './own-places.ts'
import { createPageCache } from './page-cache.ts'

function counted() {
  let written = 0
  const cache = createPageCache(createOwnPlaces())
  const show = (...facts: unknown[]) =>
    cache.document(facts, async () => ({ html: `page ${++written}`, parts: [], lines: [], video: null }))
  return { show, written: () => written }
}

test('a page that says the same is written once, also for readers who come at once', async () => {
  const { show, written } = counted()
  const pages = await Promise.all(Array.from({ length: 30 }, () => show('token', 'v1')))
  expect([...new Set(pages.map(({ html }) => html))]).toEqual(['page 1'])
  expect((await show('token', 'v1')).html).toBe('page 1')
  expect(written()).toBe(1)
})

test('one that says something else is another', async () => {
  const { show, written } = counted()
  for (const facts of [
    ['a', 'v1'],
    ['a', 'v2'],
    ['b', 'v1'],
    ['b', 'v1', 'de'],
  ])
    await show(...facts)
  expect(written()).toBe(4)
})

test('one that could not be written is written at the next time', async () => {
  const cache = createPageCache(createOwnPlaces())
  await expect(cache.document(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect((await cache.document(['a'], async () => ({ html: 'page', parts: [], lines: [], video: null }))).html).toBe(
    'page',
  )
})

test('visits that choose a moment or part of their own push out nothing of what all others are sent', async () => {
  const cache = createPageCache(createOwnPlaces())
  const html = 'x'.repeat(1_000_000)
  const document = await cache.document(['a'], async () => ({ html, parts: [], lines: [], video: null }))
  let encoded = 0
  const visit = (name: string, isChosen: boolean) =>
    cache.piecesOf(document, { name, isChosen }, () => (encoded++, html))
  visit('page', false)
  visit('part 2', false)
  for (let moment = 0; moment < 200; moment += 1) visit(`moment ${moment}`, true)
  encoded = 0
  visit('page', false)
  visit('part 2', false)
  visit('moment 199', true)
  expect(encoded).toBe(0)
})
