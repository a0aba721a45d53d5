import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('collapses runs of white space and control characters into one space, and trims the ends', () => {
  expect(oneLine(' \n We\u0000\t sign\u00A0\u2028in March.\r\n')).toBe('We sign in March.')
})

test('handles a run as long as a text can be', () => {
  expect(oneLine(`a${' \u0001'.repeat(20_000_000)}𝒳`)).toBe('a 𝒳')
})
