import { expect, test } from 'vitest'
import { readProviderAnswer } from './provider-answer.ts'

const read = (address: string) => readProviderAnswer(new URL(address, 'http://localhost'))

test('the code of another service’s answer is read, and where to go on', () => {
  expect(read('/auth/return?to=%2Fupload%3Fa%3D1&code=abc')).toEqual({ to: '/upload?a=1', code: 'abc' })
})

test('a refusal is shown in the service’s words, an answer without any in ours', () => {
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
