import { expect, test } from 'vitest'
import { failure } from '@callfolio/shared/failures.ts'
import { describeSending } from './sending.ts'

const MB = 1024 ** 2

test('an upload whose server does not answer says so, and how far it is', () => {
  const sending = { state: 'waiting', sentBytes: 367 * MB, failure: failure('unreachable') } as const
  expect(describeSending(sending, 403 * MB)).toBe('Waiting for the server, 367 of 403 MB uploaded')
})
