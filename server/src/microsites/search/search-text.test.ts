import { expect, test } from 'vitest'
import { searchable } from './search-text.ts'

test.each([
  ['ÉCOLE', 'école'],
  ['cafe\u0301', 'Café'],
  ['STRASSE', 'straße'],
  ['two  words', ' two\n\twords '],
  ['ﬁnal', 'FINAL'],
])('%s is found as %s', (one, other) => {
  expect(searchable(one)).toBe(searchable(other))
})
