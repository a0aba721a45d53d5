import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a second thing of a kind gets a number', () => {
  expect(freeName('Security key', [])).toBe('Security key')
  expect(freeName('Security key', ['Phone', undefined])).toBe('Security key')
  expect(freeName('Security key', ['Security key'])).toBe('Security key 2')
  expect(freeName('Security key', ['Security key 2', 'Security key', 'Security key 3'])).toBe('Security key 4')
})
