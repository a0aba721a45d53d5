import { expect, test } from 'vitest'
import type { OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { saysTheSame } from './next-steps.ts'

const step = (text: string, startMs: number | null = null): OutlineItem => ({
  text,
  speaker: null,
  moment: startMs === null ? null : { startMs, endMs: null, segmentIds: [] },
})

test.each([
  [
    'most words at one moment',
    step('Dana: send the report by Friday', 5000),
    step('Dana will send the report by Friday.', 5000),
    true,
  ],
  ['the same words at two moments', step('Send the report', 5000), step('Send the report', 9000), false],
  ['another step of one moment', step('Send the report', 5000), step('Meet on March the third', 5000), false],
  ['all words, without moments', step('Send the report!'), step('send the Report'), true],
  ['most words, without moments', step('Send the report by Friday'), step('Send the report'), false],
  ['the same words, with and without a moment', step('Send the report', 5000), step('Send the report'), false],
])('detects duplicates: %s', (_case, one, other, same) => {
  expect(saysTheSame(one, other)).toBe(same)
  expect(saysTheSame(other, one)).toBe(same)
})
