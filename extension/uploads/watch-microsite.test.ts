import { expect, test } from 'vitest'
import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { MAX_TRIES_WITHOUT_NEWS } from '@callfolio/shared/progress/poll.ts'
import { watchMicrosite } from './watch-microsite.ts'

interface Answer {
  status: 'processing' | 'active' | 'failed'
  progress?: number
}
type Reply = Answer | Error

/**
 * Watches a microsite on a server with these answers, repeating the last one. @returns the result, and each wait in
 * ms.
 */
async function watch(replies: Reply[]) {
  const waits: number[] = []
  let asked = 0
  const api: ApiClient = {
    request: async () => {
      const reply = replies[Math.min(asked, replies.length - 1)]
      asked += 1
      if (reply instanceof Error) throw reply
      return { title: 'Kick-off', error_message: null, step: 2, step_detail: null, progress: 0, ...reply } as never
    },
  }
  const percents: number[] = []
  const end = await watchMicrosite({
    api,
    micrositeId: 'm',
    signal: new AbortController().signal,
    onPoll: ({ percent }) => percents.push(percent),
    wait: async (ms) => void waits.push(ms),
  })
  return { end, waits, percents, asked }
}
const AWAY = new TypeError('Failed to fetch')

test('polls every 3 seconds until the microsite is active', async () => {
  const { end, waits, percents } = await watch([{ status: 'processing', progress: 0.5 }, { status: 'active' }])
  expect([end.phase, waits, percents]).toEqual(['ready', [0, 3000], [56, 100]])
})

test('polls an unreachable server less often, and never gives up on it', async () => {
  const away = Array.from({ length: 2 * MAX_TRIES_WITHOUT_NEWS }, () => AWAY)
  const { end, waits } = await watch([{ status: 'processing' }, ...away, { status: 'active' }])
  expect(end.phase).toBe('ready')
  expect(waits.slice(0, 4)).toEqual([0, 3000, 15_000, 15_000])
})

test('stops when a microsite brings nothing new for too long, fails or is gone', async () => {
  expect((await watch([{ status: 'processing' }])).end.phase).toBe('timed_out')
  expect((await watch([{ status: 'failed' }])).end).toMatchObject({
    phase: 'failed',
    failure: { code: 'processing_failed', message: 'Processing failed', retryable: true },
  })
  expect((await watch([new ApiError('not_found', 404, 'Microsite not found.')])).end).toMatchObject({
    phase: 'failed',
    failure: { code: 'microsite_gone', message: 'Failed to fetch microsite data.' },
  })
})
