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

test('waiting is given up after 100 attempts that bring nothing new', () => {
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

test('after transcript_ready the time-out speaks of the analysis', () => {
  const state = run(times(MAX_TRIES_WITHOUT_NEWS + 1, answered({ status: 'transcript_ready' })))
  expect(state).toMatchObject({
    phase: 'timed_out',
    failure: { code: 'waiting_timed_out', message: 'Analysis timed out. Please check back in a few minutes.' },
  })
})

test('a try without an answer counts like one without news', () => {
  expect(run(times(MAX_TRIES_WITHOUT_NEWS, LOST)).phase).toBe('timed_out')
  expect(run([answered(), ...times(50, LOST), ...times(49, answered())]).phase).toBe('timed_out')
})

test.each([
  ['the step', { step: 3 }],
  ['the progress', { progress: 0.31 }],
  ['the status', { status: 'transcript_ready' as const }],
  ['the place in the queue', { step_detail: '2 recordings are ahead' }],
])('a move of %s starts the count again', (_what, change) => {
  const waited = run(times(99, answered()))
  expect(run([answered(change)], waited)).toMatchObject({ phase: 'polling', triesWithoutNews: 0 })
})

test('active is the end, and full', () => {
  expect(run([answered(), answered({ status: 'active' })])).toMatchObject({ phase: 'ready', percent: 100 })
})

test('failed carries the microsite’s own sentence and code, or the general ones', () => {
  const failed = (change: Partial<PolledMicrosite>) => run([answered({ status: 'failed', ...change })]).failure
  const noStreams = { error_message: 'The file holds no video.', failure: { code: 'no_streams', retryable: true } }
  expect(failed(noStreams)).toEqual({ code: 'no_streams', message: 'The file holds no video.', retryable: true })
  expect(failed({})).toEqual({ code: 'processing_failed', message: 'Processing failed', retryable: true })
})

test('a microsite that is gone ends the waiting at once', () => {
  expect(run([{ type: 'unanswered', gone: true }])).toMatchObject({
    phase: 'failed',
    failure: { code: 'microsite_gone', message: 'Failed to fetch microsite data.' },
  })
})

test('an answer that comes after the end changes nothing', () => {
  const failed = run([answered({ status: 'failed' })])
  expect(run([answered({ status: 'active' }), LOST], failed)).toBe(failed)
})

test('the percentage never falls while waiting, and starts again with a retry', () => {
  const state = run([answered({ progress: 0.5 }), answered({ progress: 0.4 })])
  expect(state.percent).toBe(56)
  expect(run([{ type: 'restarted' }, answered({ progress: 0.4 })], state).percent).toBe(47)
})
