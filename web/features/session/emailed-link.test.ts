import { expect, test } from 'vitest'
import { readConfirmLink, readRecoveryTokens, resetPasswordAddress, verifyAddress } from './emailed-link.ts'

test('reads an emailed link only with its token and a known type', () => {
  const read = (search: string) => readConfirmLink(new URLSearchParams(search))
  expect(read('token_hash=abc&type=recovery&redirect_to=/reset-password')).toEqual({
    token_hash: 'abc',
    type: 'recovery',
  })
  expect(read('token_hash=&type=recovery')).toBeNull()
  expect(read('token_hash=abc&type=admin')).toBeNull()
  expect(read('')).toBeNull()
})

test('a link that another program requested is used by the server, which redirects to that program', () => {
  const link = readConfirmLink(new URLSearchParams('token_hash=a%26b&type=magiclink&flow=pkce&redirect_to=/upload?a=1'))
  expect(link && verifyAddress(link)).toBe('/auth/v1/verify?token=a%26b&type=magiclink&redirect_to=%2Fupload%3Fa%3D1')
})

test('recovery tokens survive the round trip through the fragment, whatever they contain', () => {
  const tokens = { access_token: 'a.b-c_d', refresh_token: 'r+/=&#%' }
  expect(readRecoveryTokens(new URL(resetPasswordAddress(tokens), 'http://x').hash)).toEqual(tokens)
})

test('cannot reset without an access token', () => {
  expect(readRecoveryTokens('')).toBeNull()
  expect(readRecoveryTokens('#access_token=&refresh_token=r')).toBeNull()
  expect(readRecoveryTokens('#error=access_denied')).toBeNull()
})
