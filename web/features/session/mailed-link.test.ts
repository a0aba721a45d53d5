import { expect, test } from 'vitest'
import { readConfirmLink, readRecoveryTokens, resetPasswordAddress } from './mailed-link.ts'

test('a mailed link is read only with its token and a known type', () => {
  const read = (search: string) => readConfirmLink(new URLSearchParams(search))
  expect(read('token_hash=abc&type=recovery&redirect_to=/reset-password')).toEqual({
    token_hash: 'abc',
    type: 'recovery',
  })
  expect(read('token_hash=&type=recovery')).toBeNull()
  expect(read('token_hash=abc&type=admin')).toBeNull()
  expect(read('')).toBeNull()
})

test('recovery tokens survive the way through the fragment, whatever they hold', () => {
  const tokens = { access_token: 'a.b-c_d', refresh_token: 'r+/=&#%' }
  expect(readRecoveryTokens(new URL(resetPasswordAddress(tokens), 'http://x').hash)).toEqual(tokens)
})

test('without an access token there is nothing to reset with', () => {
  expect(readRecoveryTokens('')).toBeNull()
  expect(readRecoveryTokens('#access_token=&refresh_token=r')).toBeNull()
  expect(readRecoveryTokens('#error=access_denied')).toBeNull()
})
