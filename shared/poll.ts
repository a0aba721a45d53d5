import type { Microsite } from './contract/microsite.ts'
import { overallPercent } from './overall-progress.ts'

export const POLL_INTERVAL_MS = 3000
/** Tries in a row that may bring nothing new before waiting is given up. */
export const MAX_TRIES_WITHOUT_NEWS = 100

const POLL_TEXTS = {
  processingTimedOut: 'Microsite processing timed out. Please try refreshing the page in a minute.',
  analysisTimedOut: 'Analysis timed out. Please check back in a few minutes.',
  processingFailed: 'Processing failed',
  readFailed: 'Failed to fetch microsite data.',
} as const

/** The part of an answer that the waiting looks at. */
export type PolledMicrosite = Pick<Microsite, 'status' | 'error_message' | 'step' | 'progress' | 'step_detail'>

export type PollEvent =
  | { type: 'answered'; microsite: PolledMicrosite }
  /** A try without an answer; `gone` when there is no such microsite (any more). */
  | { type: 'unanswered'; gone: boolean }
  | { type: 'restarted' }

/** Where the waiting for a microsite stands. `failed`: the job ended; `timed_out`: it may still run. */
export interface PollState {
  phase: 'polling' | 'ready' | 'failed' | 'timed_out'
  message: string | null
  tries: number
  triesWithoutNews: number
  last: PolledMicrosite | null
  /** Overall percentage; never falls while one job is waited for. */
  percent: number
}

export const INITIAL_POLL: PollState = {
  phase: 'polling',
  message: null,
  tries: 0,
  triesWithoutNews: 0,
  last: null,
  percent: overallPercent({ phase: 'processing', progress: 0 }),
}

/** One try's effect on the waiting: news starts the count again, an end ends it. */
export function pollReducer(state: PollState, event: PollEvent): PollState {
  if (event.type === 'restarted') return INITIAL_POLL
  if (state.phase !== 'polling') return state
  if (event.type === 'unanswered') {
    return event.gone ? { ...state, phase: 'failed', message: POLL_TEXTS.readFailed } : withoutNews(state)
  }
  const { microsite } = event
  if (microsite.status === 'active') {
    return { ...state, phase: 'ready', message: null, last: microsite, percent: overallPercent({ phase: 'done' }) }
  }
  const next = {
    ...state,
    last: microsite,
    percent: overallPercent({ phase: 'processing', progress: microsite.progress }, state.percent),
  }
  if (microsite.status === 'failed') {
    return { ...next, phase: 'failed', message: microsite.error_message ?? POLL_TEXTS.processingFailed }
  }
  return isNews(state.last, microsite) ? { ...next, tries: next.tries + 1, triesWithoutNews: 0 } : withoutNews(next)
}

function withoutNews(state: PollState): PollState {
  const counted = { ...state, tries: state.tries + 1, triesWithoutNews: state.triesWithoutNews + 1 }
  if (counted.triesWithoutNews < MAX_TRIES_WITHOUT_NEWS) return counted
  const message =
    state.last?.status === 'transcript_ready' ? POLL_TEXTS.analysisTimedOut : POLL_TEXTS.processingTimedOut
  return { ...counted, phase: 'timed_out', message }
}

function isNews(before: PolledMicrosite | null, now: PolledMicrosite): boolean {
  if (before === null) return false
  return (
    before.status !== now.status ||
    before.step !== now.step ||
    before.progress !== now.progress ||
    before.step_detail !== now.step_detail
  )
}
