import { assert, boolean, constantFrom, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ERROR_STATUS } from './contract/api-error.ts'
import {
  failure,
  FAILURES,
  failureOfMicrosite,
  isFailureCode,
  isTransient,
  tooLongMessage,
  getWayOut,
  WAYS_OUT,
  type FailureCode,
} from './failures.ts'

const CODES = Object.keys(FAILURES).filter(isFailureCode)

describe('the table of failures', () => {
  test('has a one-line sentence for each', () => {
    for (const code of CODES) expect(FAILURES[code].sentence, code).toMatch(/^[A-Z][^\n]+$/)
  })

  test('has all codes of API answers', () => {
    expect(Object.keys(ERROR_STATUS).filter((code) => !isFailureCode(code))).toEqual([])
  })

  test('never suggests a retry of something that can only fail again', () => {
    const futile = CODES.filter((code) => FAILURES[code].retry === 'never' && FAILURES[code].wayOut === 'try_again')
    expect(futile).toEqual([])
  })

  test('suggests an action for all that a manual retry can fix, except a link’s password and email', () => {
    const stuck = CODES.filter((code) => FAILURES[code].retry !== 'never' && FAILURES[code].wayOut === null)
    expect(stuck).toEqual(['password_required', 'email_required'])
  })

  test.each<[FailureCode, ReturnType<typeof getWayOut>, boolean]>([
    ['too_long', 'upgrade', true],
    ['microsite_limit_reached', 'upgrade', true],
    ['incomplete_file', 'choose_file', true],
    ['upload_gone', 'choose_file', false],
    ['not_a_video', 'choose_file', false],
    ['no_authorization', 'sign_in', true],
    ['too_many_requests', 'wait', true],
    ['unreadable_sound', 'add_transcript', true],
    ['ai_key_refused', 'contact', true],
    ['processing_failed', 'try_again', true],
    ['forbidden', null, false],
  ])('suggests for %s: %s', (code, wayOut, retryable) => {
    expect(failure(code)).toEqual({ code, message: FAILURES[code].sentence, retryable })
    expect(getWayOut(failure(code))).toBe(wayOut)
  })

  test('gives each action a button label or a line of text, if it needs any', () => {
    const wordless = Object.entries(WAYS_OUT).filter(([, { action, hint }]) => action === null && hint === null)
    expect(wordless).toEqual([])
  })

  test('lets programs retry what time may fix', () => {
    expect(isTransient(failure('ai_busy'))).toBe(true)
    expect(isTransient(failure('too_long'))).toBe(false)
  })
})

describe('a code known only to a newer server', () => {
  const unknown = string({ unit: 'grapheme' }).filter((code) => !isFailureCode(code))

  test('suggests a retry when the server says that it can help, and nothing otherwise', () => {
    assert(
      property(unknown, boolean(), (code, retryable) => {
        expect(getWayOut({ code, retryable })).toBe(retryable ? 'try_again' : null)
        expect(isTransient({ code, retryable })).toBe(retryable)
      }),
    )
  })

  test('is shown with the sentence that came with it', () => {
    assert(
      property(unknown, boolean(), string({ minLength: 1 }), (code, retryable, message) => {
        expect(failureOfMicrosite({ error_message: message, failure: { code, retryable } })).toEqual({
          code,
          message,
          retryable,
        })
      }),
    )
  })

  test('is never confused with the properties of every object', () => {
    assert(
      property(constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty'), (code) => !isFailureCode(code)),
    )
  })
})

test('a microsite from a server without codes has the general failure, with its own sentence', () => {
  expect(failureOfMicrosite({ error_message: 'The file is damaged.', failure: null })).toEqual({
    code: 'processing_failed',
    message: 'The file is damaged.',
    retryable: true,
  })
  expect(failureOfMicrosite({ error_message: null, failure: null })).toEqual(failure('processing_failed'))
})

test('the error for a recording that is too long names its length and the plan’s limit', () => {
  expect(tooLongMessage(1500, 1200)).toBe(
    'This video is too long: it runs 25 minutes, and your plan allows videos up to 20 minutes.',
  )
  expect(tooLongMessage(3, 1)).toMatch(/your plan allows videos up to 1 second\.$/)
})
