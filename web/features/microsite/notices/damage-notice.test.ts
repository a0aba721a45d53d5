import { expect, test } from 'vitest'
import { damageSentence } from './damage-notice.tsx'

test.each([
  [11_000, 178_000, 'The file contains only 11 s of the 2 min 58 s recorded.'],
  [400, 60_000, 'The file contains only 0 s of the 1 min recorded.'],
  [1_800_000, 3_840_000, 'The file contains only 30 min of the 1 h 4 min recorded.'],
])('says how much of a damaged recording is readable: %i of %i ms', (held_ms, stated_ms, sentence) => {
  expect(damageSentence({ held_ms, stated_ms })).toBe(sentence)
})

test('says where a recording is broken in the middle', () => {
  const whole = { held_ms: 60_000, stated_ms: 60_000 }
  const at = (...seconds: [number, number][]) =>
    seconds.map(([start, end]) => ({ start_ms: start * 1000, end_ms: end * 1000 }))
  const sentence = (...seconds: [number, number][]) => damageSentence({ ...whole, ranges: at(...seconds) })
  expect(sentence([42, 45])).toBe('Video or audio is damaged from 0:42 to 0:45.')
  expect(sentence([1, 1.4], [2, 9])).toBe('Video or audio is damaged at 0:01 and from 0:02 to 0:09.')
  expect(sentence([1, 2], [3, 4], [5, 6], [7, 8])).toMatch(/ from 0:05 to 0:06, and in 1 more place\.$/)
  expect(damageSentence({ held_ms: 400, stated_ms: 60_000, ranges: at([0, 1]) })).toBe(
    'The file contains only 0 s of the 1 min recorded. Video or audio is damaged from 0:00 to 0:01.',
  )
})
