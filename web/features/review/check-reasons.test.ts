import { expect, test } from 'vitest'
import { reasonText } from './check-reasons.ts'

test('gives a reason as a sentence, with the words at issue', () => {
  expect(reasonText({ reason: 'number', detail: ' 300 ' })).toBe('The number may be wrong: “300”.')
  expect(reasonText({ reason: 'taken_back', detail: null })).toBe('Possibly refused or corrected later.')
})
