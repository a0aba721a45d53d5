import { expect, test } from 'vitest'
import { createVisits, type VisitStorage } from './visits.ts'

const MINUTE = 60_000

function memory(): VisitStorage {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

test('counts a reload within half an hour of the last visit as the same visit, a later one as a new one', () => {
  const visits = createVisits(memory(), '/s/a')
  expect(visits.current(0)).toBeNull()
  visits.remember(0, 'first')
  expect(visits.current(29 * MINUTE)).toBe('first')
  visits.remember(29 * MINUTE, 'first')
  expect(visits.current(58 * MINUTE)).toBe('first')
  expect(visits.current(59 * MINUTE)).toBeNull()
})

test('keeps the visits of different pages apart', () => {
  const storage = memory()
  createVisits(storage, '/s/a').remember(0, 'ticket')
  expect(createVisits(storage, '/s/b').current(1)).toBeNull()
})

test('starts a new visit when the browser stores nothing, or something invalid', () => {
  const visits = createVisits(null, '/s/a')
  visits.remember(0, 'ticket')
  expect(visits.current(1)).toBeNull()
  for (const kept of ['yesterday', '1', 'yesterday ticket'])
    expect(createVisits({ getItem: () => kept, setItem: () => {} }, '/s/a').current(0)).toBeNull()
})
