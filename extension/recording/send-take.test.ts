import { expect, test } from 'vitest'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { BrowserFailure } from '@callfolio/shared/client/failure-of.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import { readFailure } from './send-take.ts'

test.each([
  [
    'no network',
    'unreachable',
    new TypeError('Failed to fetch'),
    'waiting',
    'The server can’t be reached. It goes on by itself.',
  ],
  [
    'nobody signed in',
    'no_authorization',
    new ApiError('no_authorization', 401, 'You must be signed in'),
    'waiting',
    'Sign in as the person who recorded it, and it goes on.',
  ],
  [
    'a busy server',
    'unreadable',
    new ApiError('unreadable', 503, 'Busy'),
    'waiting',
    'The server is busy. It goes on by itself.',
  ],
  [
    'a file that can’t be read',
    'file_unreadable',
    new FileUnreadable(),
    'refused',
    'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.',
  ],
  [
    'a month that is used up',
    'microsite_limit_reached',
    new ApiError('microsite_limit_reached', 402, 'You’ve used 3 of 3 microsites this month.'),
    'refused',
    'You’ve used 3 of 3 microsites this month.',
  ],
  ['a recording that is too long', 'too_long', new BrowserFailure('too_long', 'Too long.'), 'refused', 'Too long.'],
  [
    'a refusal that only a newer server knows',
    'unknown',
    new ApiError('unknown', 402, 'This needs another plan.'),
    'refused',
    'This needs another plan.',
  ],
  [
    'a newer server that asks to wait',
    'unknown',
    new ApiError('unknown', 503, 'Moving house.'),
    'waiting',
    'The server is busy. It goes on by itself.',
  ],
] as const)(
  'an upload of a take that meets %s waits or is refused, and says so',
  (_what, code, error, state, message) => {
    expect(readFailure(error)).toMatchObject({ state, failure: { code, message } })
  },
)
