import { constantFrom, assert, integer, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { ERROR_STATUS, type ErrorCode } from '../contract/api-error.ts'
import { failure, getWayOut } from '../failures.ts'
import { BrowserFailure, getFailure, isTransientStatus } from './get-failure.ts'

const codes = Object.keys(ERROR_STATUS) as ErrorCode[]

test('classifies a failed answer by its code, and shows the server’s sentence', () => {
  assert(
    property(constantFrom(...codes), string({ minLength: 1 }), (code, message) => {
      expect(getFailure(new ApiError(code, ERROR_STATUS[code], message))).toEqual(failure(code, message))
    }),
  )
})

test('keeps the sentence of a newer server’s code, and allows a retry when its status says so', () => {
  assert(
    property(
      integer({ min: 400, max: 599 }).filter((status) => status !== 401),
      string({ minLength: 1 }),
      (status, message) => {
        expect(getFailure(new ApiError('unknown', status, message))).toEqual({
          code: 'unknown',
          message,
          retryable: isTransientStatus(status),
        })
      },
    ),
  )
})

test('leads to the sign-in for an answer without a known code whose status is 401', () => {
  expect(getWayOut(getFailure(new ApiError('unreadable', 401, 'The server returned an error (401). Try again.')))).toBe(
    'sign_in',
  )
})

test('browser failures have separate codes', () => {
  expect(getFailure(new BrowserFailure('file_missing'))).toEqual(failure('file_missing'))
  expect(getFailure(new BrowserFailure('too_long', 'Too long.'))).toEqual(failure('too_long', 'Too long.'))
})

test('offers the upgrade at a plan’s limit', () => {
  const full = "You've used 3 of 3 microsites this month."
  const reached = getFailure(new ApiError('microsite_limit_reached', 402, full))
  expect(reached.message).toBe(full)
  expect(getWayOut(reached)).toBe('upgrade')
  expect(getWayOut(getFailure(new ApiError('not_a_video', 415, 'Please choose a video file.')))).not.toBe('upgrade')
})

test('treats a missing answer as an unreachable server', () => {
  expect(getFailure(new TypeError('Failed to fetch'))).toEqual(failure('unreachable', 'Failed to fetch'))
})

test('uses the general sentence for errors without one', () => {
  expect([getFailure(new Error('')), getFailure('odd')].map(({ message }) => message)).toEqual([
    'Upload/Processing failed',
    'Upload/Processing failed',
  ])
})
