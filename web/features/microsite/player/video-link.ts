import { useEffect, useReducer, type Dispatch } from 'react'
import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS, videoLinkSchema } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../../lib/services.tsx'

/**
 * Maintains a signed link to a microsite's video: requests it, again after errors, and renews it before it expires.
 */
export function useVideoLink(micrositeId: string): [VideoState, Dispatch<VideoEvent>] {
  const { api } = useServices()
  const [state, dispatch] = useReducer(videoReducer, INITIAL_VIDEO)
  const { round, expiresAt } = state

  useEffect(() => {
    const controller = new AbortController()
    void askForLink(api, micrositeId, controller.signal).then((event) => {
      if (!controller.signal.aborted) dispatch(event)
    })
    return () => controller.abort()
  }, [api, micrositeId, round])

  useEffect(() => {
    if (expiresAt === null) return undefined
    const timer = setTimeout(() => dispatch({ type: 'renewal_due' }), renewDelayMs(expiresAt, Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt])

  return [state, dispatch]
}

async function askForLink(api: ApiClient, id: string, signal: AbortSignal): Promise<VideoEvent> {
  try {
    const link = await api.request(MICROSITE_PATHS.video(id), videoLinkSchema, { signal })
    return { type: 'linked', url: link.signedUrl, expiresAt: Date.parse(link.expires_at) }
  } catch (error) {
    return { type: 'link_failed', message: error instanceof ApiError ? VIDEO_TEXTS.noLink : VIDEO_TEXTS.signing }
  }
}

/** How many times a broken video's link is requested again. */
const MAX_VIDEO_RETRIES = 2

const VIDEO_TEXTS = {
  noLink: 'Could not generate video link.',
  signing: 'Error generating signed URL.',
  playback: 'Video failed to load after multiple attempts.',
} as const

/** A link requested this long before it expires is safe to swap. ms */
const RENEW_MARGIN_MS = 90_000
const MIN_RENEW_MS = 30_000
const MAX_RENEW_MS = 3_510_000

/** State of a player's signed link. `round` numbers the requests, so that each one is sent once. */
interface VideoState {
  phase: 'loading' | 'playable' | 'error'
  url: string | null
  expiresAt: number | null
  message: string | null
  retries: number
  round: number
}

export type VideoEvent =
  | { type: 'linked'; url: string; expiresAt: number }
  /** The request for a link failed. */
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

/**
 * Events of the link: a playback error requests it again up to 2 times, an expired link is renewed and doesn't count.
 */
export function videoReducer(state: VideoState, event: VideoEvent): VideoState {
  switch (event.type) {
    case 'linked':
      return { ...state, phase: 'playable', url: event.url, expiresAt: event.expiresAt, message: null }
    case 'link_failed':
      // A failed renewal leaves the link in place: it may have minutes left, and its expiry requests it again.
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

/** ms until a link should be renewed. Limited, because the reader's clock may be wrong. */
export function renewDelayMs(expiresAt: number, now: number): number {
  return Math.min(MAX_RENEW_MS, Math.max(MIN_RENEW_MS, expiresAt - now - RENEW_MARGIN_MS))
}

function askAgain(state: VideoState): VideoState {
  return { ...state, phase: 'loading', message: null, retries: state.retries + 1, round: state.round + 1 }
}
