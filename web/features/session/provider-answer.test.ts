import { expect, test } from 'vitest'
import { readProviderAnswer } from './provider-answer.ts'

const read = (address: string) => readProviderAnswer(new URL(address, 'http://localhost'))

test('reads the code from another service’s answer, and where to continue', () => {
  expect(read('/auth/return?to=%2Fupload%3Fa%3D1&code=abc')).toEqual({ to: '/upload?a=1', code: 'abc' })
})

test('shows an error in the service’s words, or in ours if it has none', () => {
  const refused = '/auth/return?to=%2Fupload#error=access_denied&error_code=x&error_description=Not+you'
  expect(read(refused)).toEqual({ to: '/upload', problem: 'Not you' })
  expect(read('/auth/return')).toEqual({
    to: '/dashboard',
    problem: 'Sign-in wasn’t completed. Start again.',
  })
})

test.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
  'it never leads to %s',
  (to) => {
    expect(read(`/auth/return?code=abc&to=${encodeURIComponent(to)}`).to).toBe('/dashboard')
  },
)
