import { expect, test } from 'vitest'
import { canRetry, INITIAL_VIDEO, renewDelayMs, videoReducer, type VideoEvent } from './video-link.ts'

const LINKED: VideoEvent = { type: 'linked', url: '/storage/a', expiresAt: 3_600_000 }
const BROKEN: VideoEvent = { type: 'playback_failed', now: 1000 }
const run = (...events: VideoEvent[]) => events.reduce(videoReducer, INITIAL_VIDEO)

test('requests the link again twice after playback errors, then shows an error without a Retry', () => {
  const first = run(LINKED, BROKEN)
  expect(first).toMatchObject({ phase: 'loading', retries: 1, round: 1 })
  const third = run(LINKED, BROKEN, LINKED, BROKEN, LINKED, BROKEN)
  expect(third).toMatchObject({ phase: 'error', message: 'Video failed to load after multiple attempts.', round: 2 })
  expect(canRetry(third)).toBe(false)
})

test('shows an error with a limited Retry when the link can’t be created', () => {
  const failed = run({ type: 'link_failed', message: 'Could not generate video link.' })
  expect(failed).toMatchObject({ phase: 'error', message: 'Could not generate video link.' })
  expect(canRetry(failed)).toBe(true)
  const again = videoReducer(failed, { type: 'retried' })
  expect(again).toMatchObject({ phase: 'loading', retries: 1, message: null })
  const last = [
    { type: 'link_failed', message: 'x' },
    { type: 'retried' },
    { type: 'link_failed', message: 'x' },
  ] as const
  const spent = last.reduce<typeof again>(videoReducer, again)
  expect(canRetry(spent)).toBe(false)
  expect(videoReducer(spent, { type: 'retried' })).toBe(spent)
})

test('renews a link that expired while the machine slept, without counting a retry', () => {
  expect(run(LINKED, { type: 'playback_failed', now: 3_600_000 })).toMatchObject({
    phase: 'loading',
    retries: 0,
    round: 1,
  })
})

test('keeps the old link until the new one arrives, even if the renewal fails', () => {
  const due = run(LINKED, { type: 'renewal_due' })
  expect(due).toMatchObject({ phase: 'playable', url: '/storage/a', retries: 0, round: 1 })
  expect(videoReducer(due, { type: 'link_failed', message: 'x' })).toMatchObject({
    phase: 'playable',
    url: '/storage/a',
  })
  expect(videoReducer(due, { ...LINKED, url: '/storage/b' })).toMatchObject({
    phase: 'playable',
    url: '/storage/b',
    retries: 0,
  })
})

test('renews before expiry, whatever the reader’s clock says', () => {
  expect(renewDelayMs(3_600_000, 0)).toBe(3_510_000)
  expect(renewDelayMs(3_600_000, 3_000_000)).toBe(510_000)
  expect(renewDelayMs(3_600_000, 3_590_000)).toBe(30_000)
  expect(renewDelayMs(3_600_000, -9e9)).toBe(3_510_000)
})
