import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { FileUnreadable, interruptionOf, problemOf, recordingSentence, UploadRefused } from './upload-problem.ts'

test('what was thrown without a sentence has the general one', () => {
  expect([problemOf(new Error('')), problemOf('odd')].map(({ message }) => message)).toEqual([
    'Upload/Processing failed',
    'Upload/Processing failed',
  ])
})

test('a limit of the plan offers the upgrade', () => {
  expect(problemOf(new ApiError('microsite_limit_reached', 402, "You've used 3 of 3 microsites this month."))).toEqual({
    message: "You've used 3 of 3 microsites this month.",
    upgrade: true,
  })
  expect(problemOf(new ApiError('not_a_video', 415, 'Please choose a video file.')).upgrade).toBe(false)
})

test.each([
  ['no network', new TypeError('Failed to fetch'), 'unreachable', 'The server can’t be reached. It goes on by itself.'],
  [
    'nobody signed in',
    new ApiError('no_authorization', 401, 'You must be signed in'),
    'signed-out',
    'Sign in as the person who recorded it, and it goes on.',
  ],
  ['a busy server', new ApiError('unreadable', 503, 'Busy'), 'busy', 'The server is busy. It goes on by itself.'],
  ['a locked upload', new ApiError('unreadable', 423, 'Locked'), 'busy', 'The server is busy. It goes on by itself.'],
  [
    'a file that can’t be read',
    new FileUnreadable(),
    'unreadable',
    'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.',
  ],
  [
    'a month that is used up',
    new ApiError('microsite_limit_reached', 402, 'You’ve used 3 of 3 microsites this month.'),
    'refused',
    'You’ve used 3 of 3 microsites this month.',
  ],
  [
    'what is no video',
    new ApiError('not_a_video', 415, 'Please choose a video file.'),
    'file-refused',
    'Please choose a video file.',
  ],
  ['what is too large', new ApiError('payload_too_large', 413, 'Too large.'), 'file-refused', 'Too large.'],
  ['what can’t become a microsite', new UploadRefused('Nobody was heard.'), 'refused', 'Nobody was heard.'],
] as const)('an upload of a recording that meets %s says so', (_what, error, kind, sentence) => {
  const why = interruptionOf(error)
  expect([why.kind, recordingSentence(why)]).toEqual([kind, sentence])
})
