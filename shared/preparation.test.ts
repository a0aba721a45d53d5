import { expect, test } from 'vitest'
import { preparationText } from './preparation.ts'

test.each([
  [null, 'This page is being prepared.'],
  [240, 'This page is being prepared, about 4 minutes left.'],
  [10, 'This page is being prepared, less than a minute left.'],
] as const)('%j seconds left reads "%s"', (seconds_left, text) => {
  expect(preparationText({ seconds_left })).toBe(text)
})
