import { expect, test } from 'vitest'
import { EMPTY_DRAFT, problemWithDraft } from './message-rules.ts'

const GOOD = { ...EMPTY_DRAFT, name: 'Ann', email: 'ann@example.org', message: 'Hello' }

test('requires name, email address and message, but no company', () => {
  expect(problemWithDraft(GOOD)).toBeNull()
  for (const field of ['name', 'email', 'message'])
    expect(problemWithDraft({ ...GOOD, [field]: '  ' })).toBe('Please fill in all required fields.')
})

test.each(['ann', 'ann@', '@example.org', 'ann@example', 'ann @example.org'])(
  'rejects the email address "%s"',
  (email) => {
    expect(problemWithDraft({ ...GOOD, email })).toBe('Enter a valid email address.')
  },
)
