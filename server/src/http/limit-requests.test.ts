import { expect, test } from 'vitest'
import { AppError } from '../kernel/errors.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { createRouter, setRetryAfter } from './app.ts'
import { limitRequests } from './limit-requests.ts'

test('does not count a request when the server fails', async () => {
  const router = createRouter()
  const problems = [new AppError('unavailable', 'Busy.'), new Error('no disk'), new AppError('not_found', 'Nothing.')]
  const statuses: Record<string, 404 | 429> = { not_found: 404, too_many_requests: 429 }
  router.onError((error, c) => c.text('', (error instanceof AppError && statuses[error.code]) || 503))
  const rule = { name: 'some', points: 2, seconds: 60 }
  router.use(limitRequests({ limiter: createMemoryRateLimiter(), rule, key: () => 'ann' }))
  router.get('/', (c) => {
    const problem = problems.shift()
    if (problem) throw problem
    return c.text('')
  })
  const asked: number[] = []
  for (let request = 0; request < 5; request += 1) asked.push((await router.request('/')).status)
  expect(asked).toEqual([503, 503, 404, 200, 429])
})

test('counts a request refused with a retry time, so that no client keeps the queue full', async () => {
  const router = createRouter()
  router.onError((error, c) => {
    if (!(error instanceof AppError)) throw error
    setRetryAfter(c, error)
    return c.text('', error.code === 'unavailable' ? 503 : 429)
  })
  const rule = { name: 'some', points: 2, seconds: 60 }
  router.use(limitRequests({ limiter: createMemoryRateLimiter(), rule, key: () => 'ann' }))
  router.get('/', () => {
    throw new AppError('unavailable', 'Busy.', { retryAfterSeconds: 5 })
  })
  const asked: number[] = []
  for (let request = 0; request < 4; request += 1) asked.push((await router.request('/')).status)
  expect(asked).toEqual([503, 503, 429, 429])
})
