import { expect, test } from 'vitest'
import { isPreparing, preparationText } from './preparation.ts'

test('a page is prepared once: it stays in use while another transcript is made', () => {
  expect(isPreparing({ status: 'processing' })).toBe(true)
  expect(isPreparing({ status: 'transcript_ready', replacing: true })).toBe(false)
  expect(isPreparing({ status: 'active' })).toBe(false)
})

test.each([
  [true, null, 'This page is being prepared. The recording is still uploading.'],
  [false, null, 'This page is being prepared.'],
  [false, 240, 'This page is being prepared. Estimated time left: about 4 minutes.'],
  [false, 10, 'This page is being prepared. Estimated time left: less than a minute.'],
] as const)('arriving %s with %j seconds left reads "%s"', (arriving, seconds_left, text) => {
  expect(preparationText({ arriving, seconds_left })).toBe(text)
})
