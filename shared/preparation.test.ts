import { expect, test } from 'vitest'
import { preparationText } from './preparation.ts'

test.each([
  [true, null, 'This page is being prepared. Its recording is still on the way.'],
  [false, null, 'This page is being prepared.'],
  [false, 240, 'This page is being prepared, about 4 minutes left.'],
  [false, 10, 'This page is being prepared, less than a minute left.'],
] as const)('arriving %s with %j seconds left reads "%s"', (arriving, seconds_left, text) => {
  expect(preparationText({ arriving, seconds_left })).toBe(text)
})
