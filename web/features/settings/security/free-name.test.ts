import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('numbers a second item with the same name', () => {
  expect(freeName('Security key', [])).toBe('Security key')
  expect(freeName('Security key', ['Phone', undefined])).toBe('Security key')
  expect(freeName('Security key', ['Security key'])).toBe('Security key 2')
  expect(freeName('Security key', ['Security key 2', 'Security key', 'Security key 3'])).toBe('Security key 4')
})
