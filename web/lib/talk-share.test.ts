import { expect, test } from 'vitest'
import { talkShare } from './talk-share.ts'

const line = (start_ms: number, end_ms: number, speaker: string | null) => ({
  id: `s${start_ms}`,
  start_ms,
  end_ms,
  speaker,
  text: 'x',
})

test('gives shares of the speaking time of a recording of unknown length, the most talkative first', () => {
  const { speakers } = talkShare([line(0, 1000, 'Ann'), line(1000, 4000, 'Bob'), line(4000, 9000, null)], null)
  expect(speakers).toEqual([
    { speaker: 'Bob', share: 0.75 },
    { speaker: 'Ann', share: 0.25 },
  ])
})

test('gives shares that add up to the whole recording with its silence', () => {
  const lines = [line(0, 2000, 'Ann'), line(1000, 4000, 'Bob')]
  expect(talkShare(lines, 10_000)).toEqual({
    speakers: [
      { speaker: 'Bob', share: expect.closeTo(0.24) },
      { speaker: 'Ann', share: expect.closeTo(0.16) },
    ],
    silence: 0.6,
  })
})

test('counts silence where no line is spoken, and overlapping lines once', () => {
  expect(talkShare([line(0, 4000, 'Ann'), line(2000, 5000, 'Bob')], 10_000).silence).toBe(0.5)
  expect(talkShare([line(0, 4000, 'Ann')], 2000).silence).toBe(0)
})

test('claims nothing without known speakers or a length', () => {
  expect(talkShare([line(0, 1000, null)], null)).toEqual({ speakers: [], silence: null })
  expect(talkShare([line(5, 5, 'Ann')], 0)).toEqual({ speakers: [{ speaker: 'Ann', share: 0 }], silence: null })
})
