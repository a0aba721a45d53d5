import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { problemOf } from './upload-problem.ts'

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
