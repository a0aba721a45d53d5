import { expect, test } from 'vitest'
import { addParticipants, describeParticipants } from './participants.ts'

test.each([
  [[], null],
  [['Dana Whitfield'], 'With Dana Whitfield'],
  [['Dana Whitfield', 'Leo Brandt'], 'With Dana Whitfield and Leo Brandt'],
  [['A', 'B', 'C', 'D'], 'With A, B, C and D'],
  [['A', 'B', 'C', 'D', 'E', 'F'], 'With A, B, C and 3 others'],
])('describes %j in one line', (names, text) => {
  const { listed = null, others = '' } = describeParticipants(names) ?? {}
  expect(listed && listed + others).toBe(text)
})

test('leaves out the reader', () => {
  expect(describeParticipants(['Ann Weber', 'Leo Brandt'], 'Ann Weber')).toEqual({
    listed: 'With Leo Brandt',
    others: '',
  })
  expect(describeParticipants(['Ann Weber'], 'Ann Weber')).toBeNull()
})

test('keeps the first fifty people, each once', () => {
  const many = Array.from({ length: 49 }, (_, i) => `Person ${i}`)
  expect(addParticipants(many, ['Person 3', 'Leo Brandt', 'Dana Whitfield'])).toEqual([...many, 'Leo Brandt'])
})
