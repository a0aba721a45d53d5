import { expect, test } from 'vitest'
import { failure } from '@callfolio/shared/failures.ts'
import { describeSending } from './sending.ts'

const MB = 1024 ** 2

test('shows that the server does not answer, and the upload’s progress', () => {
  const sending = { state: 'waiting', sentBytes: 367 * MB, failure: failure('unreachable') } as const
  expect(describeSending({ ...sending, shareUrl: null, isCopied: false }, 403 * MB)).toBe(
    'Waiting for the server. 367 of 403 MB uploaded',
  )
})
