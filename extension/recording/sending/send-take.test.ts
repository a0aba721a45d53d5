import { expect, test } from 'vitest'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { FileUnreadable } from '@callfolio/shared/client/upload-failure.ts'
import { readFailure } from './send-take.ts'

test.each([
  ['no network', new TypeError('Failed to fetch'), 'waiting', 'The server can’t be reached. It goes on by itself.'],
  [
    'nobody signed in',
    new ApiError('no_authorization', 401, 'You must be signed in'),
    'waiting',
    'Sign in as the person who recorded it, and it goes on.',
  ],
  ['a busy server', new ApiError('unreadable', 503, 'Busy'), 'waiting', 'The server is busy. It goes on by itself.'],
  [
    'a file that can’t be read',
    new FileUnreadable(),
    'refused',
    'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.',
  ],
  [
    'a month that is used up',
    new ApiError('microsite_limit_reached', 402, 'You’ve used 3 of 3 microsites this month.'),
    'refused',
    'You’ve used 3 of 3 microsites this month.',
  ],
] as const)('an upload of a take that meets %s waits or is refused, and says so', (_what, error, state, message) => {
  expect(readFailure(error)).toEqual({ state, message })
})
