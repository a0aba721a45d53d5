import { expect, test } from 'vitest'
import { createVisits, type VisitStorage } from './visits.ts'

const MINUTE = 60_000

function memory(): VisitStorage {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

test('a reload within half an hour of the last look belongs to the visit, a later one is a new one', () => {
  const visits = createVisits(memory(), '/s/a')
  expect(visits.isNew(0)).toBe(true)
  visits.remember(0)
  expect(visits.isNew(29 * MINUTE)).toBe(false)
  visits.remember(29 * MINUTE)
  expect(visits.isNew(58 * MINUTE)).toBe(false)
  expect(visits.isNew(59 * MINUTE)).toBe(true)
})

test('pages don’t share their visits', () => {
  const storage = memory()
  createVisits(storage, '/s/a').remember(0)
  expect(createVisits(storage, '/s/b').isNew(1)).toBe(true)
})

test('a browser that keeps nothing, or something else, is on a new visit', () => {
  const visits = createVisits(null, '/s/a')
  visits.remember(0)
  expect(visits.isNew(1)).toBe(true)
  expect(createVisits({ getItem: () => 'yesterday', setItem: () => {} }, '/s/a').isNew(0)).toBe(true)
})
