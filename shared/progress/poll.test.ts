import { expect, test } from 'vitest'
import {
  INITIAL_POLL,
  MAX_TRIES_WITHOUT_NEWS,
  pollReducer,
  type PolledMicrosite,
  type PollEvent,
  type PollState,
} from './poll.ts'

const RUNNING: PolledMicrosite = {
  status: 'processing',
  error_message: null,
  failure: null,
  step: 2,
  progress: 0.3,
  step_detail: null,
}
const answered = (change: Partial<PolledMicrosite> = {}): PollEvent => ({
  type: 'answered',
  microsite: { ...RUNNING, ...change },
})
const LOST: PollEvent = { type: 'unanswered', gone: false }
const run = (events: PollEvent[], from = INITIAL_POLL): PollState => events.reduce(pollReducer, from)
const times = (count: number, event: PollEvent): PollEvent[] => Array.from({ length: count }, () => event)

test('gives up after 100 attempts without news', () => {
  const almost = run(times(MAX_TRIES_WITHOUT_NEWS - 1, answered()))
  expect(almost.phase).toBe('polling')
  expect(run([answered()], almost)).toMatchObject({
    phase: 'timed_out',
    failure: {
      code: 'waiting_timed_out',
      message: 'Microsite processing timed out. Please try refreshing the page in a minute.',
    },
  })
})

test('mentions the analysis in a timeout after transcript_ready', () => {
  const state = run(times(MAX_TRIES_WITHOUT_NEWS + 1, answered({ status: 'transcript_ready' })))
  expect(state).toMatchObject({
    phase: 'timed_out',
    failure: { code: 'waiting_timed_out', message: 'Analysis timed out. Please check back in a few minutes.' },
  })
})

test('counts an attempt without an answer like one without news', () => {
  expect(run(times(MAX_TRIES_WITHOUT_NEWS, LOST)).phase).toBe('timed_out')
  expect(run([answered(), ...times(50, LOST), ...times(49, answered())]).phase).toBe('timed_out')
})

test.each([
  ['the step', { step: 3 }],
  ['the progress', { progress: 0.31 }],
  ['the status', { status: 'transcript_ready' as const }],
  ['the place in the queue', { step_detail: '2 recordings are ahead' }],
])('resets the counter when %s changes', (_what, change) => {
  const waited = run(times(99, answered()))
  expect(run([answered(change)], waited)).toMatchObject({ phase: 'polling', triesWithoutNews: 0 })
})

test('ends with 100 percent when the microsite is active', () => {
  expect(run([answered(), answered({ status: 'active' })])).toMatchObject({ phase: 'ready', percent: 100 })
})

test('returns the failed microsite’s own sentence and code, or the general ones', () => {
  const failed = (change: Partial<PolledMicrosite>) => run([answered({ status: 'failed', ...change })]).failure
  const noStreams = { error_message: 'The file holds no video.', failure: { code: 'no_streams', retryable: true } }
  expect(failed(noStreams)).toEqual({ code: 'no_streams', message: 'The file holds no video.', retryable: true })
  expect(failed({})).toEqual({ code: 'processing_failed', message: 'Processing failed', retryable: true })
})

test('ends at once when the microsite is gone', () => {
  expect(run([{ type: 'unanswered', gone: true }])).toMatchObject({
    phase: 'failed',
    failure: { code: 'microsite_gone', message: 'Failed to fetch microsite data.' },
  })
})

test('ignores an answer that arrives after the end', () => {
  const failed = run([answered({ status: 'failed' })])
  expect(run([answered({ status: 'active' }), LOST], failed)).toBe(failed)
})

test('never decreases the percentage while waiting, and resets it on a retry', () => {
  const state = run([answered({ progress: 0.5 }), answered({ progress: 0.4 })])
  expect(state.percent).toBe(56)
  expect(run([{ type: 'restarted' }, answered({ progress: 0.4 })], state).percent).toBe(47)
})
