import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { describe, expect, test } from 'vitest'
import { problemWith, sentenceFor } from './credentials.ts'

const GOOD = { name: 'Dana', email: 'dana@example.com', password: 'secret', confirm: 'secret' }

describe('signing in', () => {
  test.each([{ email: ' ' }, { password: '' }])('requires email address and password: %j', (change) => {
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
  ])('shows for %j: "%s"', (change, sentence) => {
    expect(problemWith('sign-up', { ...GOOD, ...change })).toBe(sentence)
  })

  test('is possible when everything is filled in', () => {
    expect(problemWith('sign-up', GOOD)).toBeNull()
  })
})

test('shows the service’s own words, but no technical name for a lost connection', () => {
  expect(sentenceFor(new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'))).toBe(
    'Invalid login credentials',
  )
  expect(sentenceFor(new AuthRetryableFetchError('Failed to fetch', 0))).toBe(
    'An unexpected error occurred. Please try again.',
  )
})
