import { expect, test } from 'vitest'
import { oneLine } from './one-line.ts'

test('runs of white space and control characters become one space, and none at the ends', () => {
  expect(oneLine(' \n We\u0000\t sign\u00A0\u2028in March.\r\n')).toBe('We sign in March.')
})

test('a run may be as long as a text can be', () => {
  expect(oneLine(`a${' \u0001'.repeat(20_000_000)}𝒳`)).toBe('a 𝒳')
})
