import type { Microsite } from '../contract/microsite.ts'
import { failure, failureOfMicrosite, type Failure } from '../failures.ts'
import { overallPercent } from './overall-progress.ts'

export const POLL_INTERVAL_MS = 3000
/** Number of consecutive attempts without news before polling gives up. */
export const MAX_TRIES_WITHOUT_NEWS = 100

const ANALYSIS_TIMED_OUT = 'Analysis timed out. Please check back in a few minutes.'

/** The part of an answer that polling reads. */
export type PolledMicrosite = Pick<
  Microsite,
  | 'status'
  | 'error_message'
  | 'failure'
  | 'step'
  | 'progress'
  | 'step_detail'
  | 'awaiting'
  | 'until_model'
  | 'waiting'
  | 'seconds_left'
>

export type PollEvent =
  | { type: 'answered'; microsite: PolledMicrosite }
  /** A failed attempt; `gone` if the microsite doesn't exist (any more). */
  | { type: 'unanswered'; gone: boolean }
  | { type: 'restarted' }

/** State of waiting for a microsite. `failed`: the job ended; `timed_out`: it may still run. */
export interface PollState {
  phase: 'polling' | 'ready' | 'failed' | 'timed_out'
  /** Why it is `failed` or `timed_out`. */
  failure: Failure | null
  tries: number
  triesWithoutNews: number
  last: PolledMicrosite | null
  /** Overall percentage; never decreases while waiting for the same job. */
  percent: number
}

export const INITIAL_POLL: PollState = {
  phase: 'polling',
  failure: null,
  tries: 0,
  triesWithoutNews: 0,
  last: null,
  percent: overallPercent({ phase: 'processing', progress: 0 }),
}

/** Applies one attempt: news resets the counter, a final state ends the wait. */
export function pollReducer(state: PollState, event: PollEvent): PollState {
  if (event.type === 'restarted') return INITIAL_POLL
  if (state.phase !== 'polling') return state
  if (event.type === 'unanswered') {
    return event.gone ? { ...state, phase: 'failed', failure: failure('microsite_gone') } : withoutNews(state)
  }
  const { microsite } = event
  if (microsite.status === 'active') {
    return { ...state, phase: 'ready', failure: null, last: microsite, percent: overallPercent({ phase: 'done' }) }
  }
  const next = {
    ...state,
    last: microsite,
    percent: overallPercent({ phase: 'processing', progress: microsite.progress }, state.percent),
  }
  if (microsite.status === 'failed') {
    return { ...next, phase: 'failed', failure: failureOfMicrosite(microsite) }
  }
  return isNews(state.last, microsite) ? { ...next, tries: next.tries + 1, triesWithoutNews: 0 } : withoutNews(next)
}

function withoutNews(state: PollState): PollState {
  const counted = { ...state, tries: state.tries + 1, triesWithoutNews: state.triesWithoutNews + 1 }
  if (counted.triesWithoutNews < MAX_TRIES_WITHOUT_NEWS) return counted
  const sentence = state.last?.status === 'transcript_ready' ? ANALYSIS_TIMED_OUT : undefined
  return { ...counted, phase: 'timed_out', failure: failure('waiting_timed_out', sentence) }
}

function isNews(before: PolledMicrosite | null, now: PolledMicrosite): boolean {
  if (before === null) return false
  // A call, or the download of a model, has no known duration.
  if (now.awaiting || now.until_model === 'wait') return true
  return (
    before.status !== now.status ||
    before.step !== now.step ||
    before.progress !== now.progress ||
    before.step_detail !== now.step_detail ||
    before.waiting?.before !== now.waiting?.before
  )
}
