import { expect, test } from 'vitest'
import { resetProblem, resetRefusal } from './reset-rules.ts'

test('requires both fields to match; the length is the service’s rule', () => {
  expect(resetProblem('', 'x')).toBe('Please fill in all fields.')
  expect(resetProblem('x', '')).toBe('Please fill in all fields.')
  expect(resetProblem('x', 'y')).toBe('Passwords do not match.')
  expect(resetProblem('x', 'x')).toBeNull()
})

test('shows the service’s words for an error', () => {
  expect(resetRefusal('New password should be different.')).toBe(
    'Failed to reset password: New password should be different.',
  )
})
