/** How often a broken video's link is asked for again. */
const MAX_VIDEO_RETRIES = 2

export const VIDEO_TEXTS = {
  noLink: 'Could not generate video link.',
  signing: 'Error generating signed URL.',
  playback: 'Video failed to load after multiple attempts.',
} as const

/** A link asked for this long before its end is safe to swap. ms. */
const RENEW_MARGIN_MS = 90_000
const MIN_RENEW_MS = 30_000
const MAX_RENEW_MS = 3_510_000

/** Where a player is with its signed link. `round` counts the requests, so that each one is made once. */
export interface VideoState {
  phase: 'loading' | 'playable' | 'error'
  url: string | null
  expiresAt: number | null
  message: string | null
  retries: number
  round: number
}

export type VideoEvent =
  | { type: 'linked'; url: string; expiresAt: number }
  /** The request for a link ended without one. */
  | { type: 'link_failed'; message: string }
  | { type: 'playback_failed'; now: number }
  | { type: 'renewal_due' }
  | { type: 'retried' }

export const INITIAL_VIDEO: VideoState = {
  phase: 'loading',
  url: null,
  expiresAt: null,
  message: null,
  retries: 0,
  round: 0,
}

/** What happens to the link: a playback error asks again up to 2 times, an ended link is renewed and counts for nothing. */
export function videoReducer(state: VideoState, event: VideoEvent): VideoState {
  switch (event.type) {
    case 'linked':
      return { ...state, phase: 'playable', url: event.url, expiresAt: event.expiresAt, message: null }
    case 'link_failed':
      // A renewal that failed leaves the link in place: it may have minutes to live, and its end asks again.
      return state.phase === 'playable' ? state : { ...state, phase: 'error', message: event.message }
    case 'renewal_due':
      return { ...state, round: state.round + 1 }
    case 'retried':
      return canRetry(state) ? askAgain(state) : state
    case 'playback_failed': {
      if (state.phase !== 'playable') return state
      if (state.expiresAt !== null && event.now >= state.expiresAt)
        return { ...state, phase: 'loading', round: state.round + 1 }
      return canRetry(state) ? askAgain(state) : { ...state, phase: 'error', message: VIDEO_TEXTS.playback }
    }
  }
}

/** Whether a Retry is left. */
export function canRetry({ retries }: Pick<VideoState, 'retries'>): boolean {
  return retries < MAX_VIDEO_RETRIES
}

/** ms until a link should be renewed. Bounded, because the reader's clock may be wrong. */
export function renewDelayMs(expiresAt: number, now: number): number {
  return Math.min(MAX_RENEW_MS, Math.max(MIN_RENEW_MS, expiresAt - now - RENEW_MARGIN_MS))
}

function askAgain(state: VideoState): VideoState {
  return { ...state, phase: 'loading', message: null, retries: state.retries + 1, round: state.round + 1 }
}
