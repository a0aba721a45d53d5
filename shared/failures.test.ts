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
  wayOutOf,
  WAYS_OUT,
  type FailureCode,
} from './failures.ts'

const CODES = Object.keys(FAILURES).filter(isFailureCode)

describe('the table of failures', () => {
  test('has a sentence for each, of one line', () => {
    for (const code of CODES) expect(FAILURES[code].sentence, code).toMatch(/^[A-Z][^\n]+$/)
  })

  test('has all codes that the API answers with', () => {
    expect(Object.keys(ERROR_STATUS).filter((code) => !isFailureCode(code))).toEqual([])
  })

  test('leads nobody to try again what can only end the same way', () => {
    const futile = CODES.filter((code) => FAILURES[code].retry === 'never' && FAILURES[code].wayOut === 'try_again')
    expect(futile).toEqual([])
  })

  test('leads on from everything that another try by hand can fix, but for a link’s password and address', () => {
    const stuck = CODES.filter((code) => FAILURES[code].retry !== 'never' && FAILURES[code].wayOut === null)
    expect(stuck).toEqual(['password_required', 'email_required'])
  })

  test.each<[FailureCode, ReturnType<typeof wayOutOf>, boolean]>([
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
  ])('leads from %s to %s', (code, wayOut, retryable) => {
    expect(failure(code)).toEqual({ code, message: FAILURES[code].sentence, retryable })
    expect(wayOutOf(failure(code))).toBe(wayOut)
  })

  test('gives each way out a word to press or a line to read, if it needs any', () => {
    const wordless = Object.entries(WAYS_OUT).filter(([, { action, hint }]) => action === null && hint === null)
    expect(wordless).toEqual([])
  })

  test('lets programs go on trying for what time may fix', () => {
    expect(isTransient(failure('ai_busy'))).toBe(true)
    expect(isTransient(failure('too_long'))).toBe(false)
  })
})

describe('a code that only a newer server knows', () => {
  const unknown = string({ unit: 'grapheme' }).filter((code) => !isFailureCode(code))

  test('leads to another try when the server says that one can help, and nowhere else', () => {
    assert(
      property(unknown, boolean(), (code, retryable) => {
        expect(wayOutOf({ code, retryable })).toBe(retryable ? 'try_again' : null)
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

  test('is never taken for what every object has', () => {
    assert(
      property(constantFrom('constructor', 'toString', '__proto__', 'hasOwnProperty'), (code) => !isFailureCode(code)),
    )
  })
})

test('a microsite of a server that sends no code failed in general, with its own sentence', () => {
  expect(failureOfMicrosite({ error_message: 'The file is damaged.', failure: null })).toEqual({
    code: 'processing_failed',
    message: 'The file is damaged.',
    retryable: true,
  })
  expect(failureOfMicrosite({ error_message: null, failure: null })).toEqual(failure('processing_failed'))
})

test('the refusal of a recording that is too long names its length and the plan’s', () => {
  expect(tooLongMessage(1500, 1200)).toBe(
    'This video is too long: it runs 25 minutes, and your plan allows videos up to 20 minutes.',
  )
  expect(tooLongMessage(3, 1)).toMatch(/your plan allows videos up to 1 second\.$/)
})
