import { expect, test } from 'vitest'
import { talkShare } from './talk-share.ts'

const line = (start_ms: number, end_ms: number, speaker: string | null) => ({
  id: `s${start_ms}`,
  start_ms,
  end_ms,
  speaker,
  text: 'x',
})

test('shares are of the time people speak, the most talkative first', () => {
  const { speakers } = talkShare([line(0, 1000, 'Ann'), line(1000, 4000, 'Bob'), line(4000, 9000, null)], 10_000)
  expect(speakers).toEqual([
    { speaker: 'Bob', share: 0.75 },
    { speaker: 'Ann', share: 0.25 },
  ])
})

test('silence is where no line is spoken, and two at once are not counted twice', () => {
  expect(talkShare([line(0, 4000, 'Ann'), line(2000, 5000, 'Bob')], 10_000).silence).toBe(0.5)
  expect(talkShare([line(0, 4000, 'Ann')], 2000).silence).toBe(0)
})

test('nobody known, no length: nothing is claimed', () => {
  expect(talkShare([line(0, 1000, null)], null)).toEqual({ speakers: [], silence: null })
  expect(talkShare([line(5, 5, 'Ann')], 0)).toEqual({ speakers: [{ speaker: 'Ann', share: 0 }], silence: null })
})
