import { expect, test } from 'vitest'
import { returnPath } from './auth-paths.ts'

test('signing in returns to the page that required it', () => {
  expect(returnPath({ returnTo: '/pricing?plan=pro&period=yearly' })).toBe('/pricing?plan=pro&period=yearly')
})

test.each([
  [null],
  ['/pricing'],
  [{}],
  [{ returnTo: 7 }],
  [{ returnTo: 'https://evil.example' }],
  [{ returnTo: '//evil.example' }],
  [{ returnTo: '/\\evil.example' }],
])('%j leads to the dashboard', (state) => {
  expect(returnPath(state)).toBe('/dashboard')
})
