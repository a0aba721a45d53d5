import { expect, test } from 'vitest'
import { damageSentence } from './damage-notice.tsx'

test.each([
  [11_000, 178_000, 'This recording holds 11 s of 2 min 58 s.'],
  [400, 60_000, 'This recording holds 0 s of 1 min.'],
  [1_800_000, 3_840_000, 'This recording holds 30 min of 1 h 4 min.'],
])('of a damaged recording the page says how much there is: %i of %i ms', (held_ms, stated_ms, sentence) => {
  expect(damageSentence({ held_ms, stated_ms })).toBe(sentence)
})
