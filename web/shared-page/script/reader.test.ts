import { expect, test } from 'vitest'
import { UNSEEN, readerReducer, waitForReader, type ReaderEvent } from './reader.ts'

const after = (...events: ReaderEvent[]) => events.reduce(readerReducer, UNSEEN)

test('counts no reader on a visible page without input, however long', () => {
  expect(waitForReader(after({ type: 'shown', at: 0 }), 600_000)).toBeNull()
})

test('counts a reader at the first input after three seconds in view', () => {
  const touched = after({ type: 'shown', at: 1000 }, { type: 'acted' })
  expect(waitForReader(touched, 1500)).toBe(2500)
  expect(waitForReader(touched, 4000)).toBe(0)
  expect(waitForReader(after({ type: 'shown', at: 0 }, { type: 'acted' }), 9000)).toBe(0)
})

test('ignores time out of view, and adds up time in view', () => {
  const away = after({ type: 'shown', at: 0 }, { type: 'acted' }, { type: 'hidden', at: 2000 })
  expect(waitForReader(away, 60_000)).toBeNull()
  expect(waitForReader(readerReducer(away, { type: 'shown', at: 60_000 }), 60_400)).toBe(600)
})

test('waits until a page opened in the background is shown, and doesn’t restart when it is shown twice', () => {
  const behind = after({ type: 'hidden', at: 0 }, { type: 'acted' })
  expect(waitForReader(behind, 5000)).toBeNull()
  const shown = [
    { type: 'shown', at: 5000 },
    { type: 'shown', at: 7000 },
  ] as const
  expect(waitForReader(shown.reduce<typeof behind>(readerReducer, behind), 7000)).toBe(1000)
})
