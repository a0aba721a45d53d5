import { expect, test } from 'vitest'
import { answerAddress, readContinueRequest } from './continue-request.ts'

const ADDRESS = 'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/'
const asked = {
  code_challenge: 'x'.repeat(43),
  code_challenge_method: 's256',
  redirect_to: ADDRESS,
  state: 'a/b+c',
} as const

test('reads the extension’s request from the URL, with or without a state', () => {
  expect(readContinueRequest(new URLSearchParams(asked))).toEqual(asked)
  const { state: _, ...stateless } = asked
  expect(readContinueRequest(new URLSearchParams(stateless))).toEqual({ ...asked, state: null })
})

test.each([['code_challenge'], ['code_challenge_method'], ['redirect_to']])(
  'rejects a request without its %s',
  (name) => {
    const search = new URLSearchParams(asked)
    search.delete(name)
    expect(readContinueRequest(search)).toBeNull()
  },
)

test('sends the answer to its redirect URL, with the unchanged state', () => {
  const request = { ...asked, state: 'a/b+c&code=mine' }
  expect([...new URL(answerAddress(request, { code: 'secret' })).searchParams]).toEqual([
    ['code', 'secret'],
    ['state', 'a/b+c&code=mine'],
  ])
  expect(answerAddress({ ...asked, state: null }, { error: 'access_denied' })).toBe(`${ADDRESS}?error=access_denied`)
  expect(answerAddress({ ...asked, state: null, redirect_to: `${ADDRESS}x?code=theirs#end` }, { code: 'secret' })).toBe(
    `${ADDRESS}x?code=secret#end`,
  )
})
