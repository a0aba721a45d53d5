import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { problemWith, sentenceFor } from './credentials.ts'

const GOOD = { name: 'Dana', email: 'dana@example.com', password: 'secret', confirm: 'secret' }

describe('signing in', () => {
  test.each([{ email: ' ' }, { password: '' }])('needs address and password: %j', (change) => {
    expect(problemWith('sign-in', { ...GOOD, ...change })).toBe('Please fill in all required fields.')
  })

  test('checks nothing else: an old password may be short', () => {
    expect(problemWith('sign-in', { name: '', email: 'a@b.c', password: 'x', confirm: '' })).toBeNull()
  })
})

describe('signing up', () => {
  test.each([
    [{ email: '' }, 'Please fill in all required fields.'],
    [{ name: ' ' }, 'Please enter your full name'],
    [{ confirm: 'other!' }, 'Passwords do not match'],
    [{ password: '12345', confirm: '12345' }, 'Password must be at least 6 characters long'],
  ])('with %j says "%s"', (change, sentence) => {
    expect(problemWith('sign-up', { ...GOOD, ...change })).toBe(sentence)
  })

  test('with everything there can be sent', () => {
    expect(problemWith('sign-up', GOOD)).toBeNull()
  })
})

test('the service’s own words are shown, a lost connection is not called by its technical name', () => {
  expect(sentenceFor(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))).toBe(
    'Invalid login credentials',
  )
  expect(sentenceFor(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(
    'An unexpected error occurred. Please try again.',
  )
})
