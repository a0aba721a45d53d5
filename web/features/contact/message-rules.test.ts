import { expect, test } from 'vitest'
import { EMPTY_DRAFT, problemWithDraft } from './message-rules.ts'

const GOOD = { ...EMPTY_DRAFT, name: 'Ann', email: 'ann@example.org', message: 'Hello' }

test('name, address and message are needed, the company is not', () => {
  expect(problemWithDraft(GOOD)).toBeNull()
  for (const field of ['name', 'email', 'message'])
    expect(problemWithDraft({ ...GOOD, [field]: '  ' })).toBe('Please fill in all required fields.')
})

test.each(['ann', 'ann@', '@example.org', 'ann@example', 'ann @example.org'])('"%s" is no address', (email) => {
  expect(problemWithDraft({ ...GOOD, email })).toBe('Enter a valid email address.')
})
