import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { retryProblem } from './retry-processing.ts'

test('a rejected retry says why, and one without an answer says that it failed', () => {
  expect(retryProblem(null)).toBeNull()
  expect(retryProblem(new ApiError('unavailable', 503, 'The queue rests.'))).toBe(
    'Failed to reset job status: The queue rests.',
  )
  expect(retryProblem(new TypeError('Failed to fetch'))).toBe('Retry failed.')
})

test('a retry beyond the plan’s limit says so in the plan’s words', () => {
  const full = "You've used 3 of 3 microsites this month."
  expect(retryProblem(new ApiError('microsite_limit_reached', 402, full))).toBe(full)
})
