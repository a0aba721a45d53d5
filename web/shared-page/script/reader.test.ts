import { expect, test } from 'vitest'
import { NOBODY, readerReducer, waitForReader, type ReaderEvent } from './reader.ts'

const after = (...events: ReaderEvent[]) => events.reduce(readerReducer, NOBODY)

test('a page in sight that nobody touches has no reader, however long', () => {
  expect(waitForReader(after({ type: 'shown', at: 0 }), 600_000)).toBeNull()
})

test('a hand on the page makes a reader of a person who has had it in sight for three seconds', () => {
  const touched = after({ type: 'shown', at: 1000 }, { type: 'acted' })
  expect(waitForReader(touched, 1500)).toBe(2500)
  expect(waitForReader(touched, 4000)).toBe(0)
  expect(waitForReader(after({ type: 'shown', at: 0 }, { type: 'acted' }), 9000)).toBe(0)
})

test('time out of sight does not count, and time in sight adds up', () => {
  const away = after({ type: 'shown', at: 0 }, { type: 'acted' }, { type: 'hidden', at: 2000 })
  expect(waitForReader(away, 60_000)).toBeNull()
  expect(waitForReader(readerReducer(away, { type: 'shown', at: 60_000 }), 60_400)).toBe(600)
})

test('a page that opened in the background waits to be shown, and being shown twice starts nothing anew', () => {
  const behind = after({ type: 'hidden', at: 0 }, { type: 'acted' })
  expect(waitForReader(behind, 5000)).toBeNull()
  const shown = [
    { type: 'shown', at: 5000 },
    { type: 'shown', at: 7000 },
  ] as const
  expect(waitForReader(shown.reduce<typeof behind>(readerReducer, behind), 7000)).toBe(1000)
})
