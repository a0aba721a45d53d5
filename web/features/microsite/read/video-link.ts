import { useEffect, useReducer, type Dispatch } from 'react'
import { ApiError, type ApiClient } from '@callfolio/shared/api-client.ts'
import { MICROSITE_PATHS, videoLinkSchema } from '@callfolio/shared/contract/microsite.ts'
import { useServices } from '../../../lib/services.tsx'
import {
  INITIAL_VIDEO,
  renewDelayMs,
  videoReducer,
  VIDEO_TEXTS,
  type VideoEvent,
  type VideoState,
} from '../../../lib/video-link.ts'

/** Keeps a signed link to a microsite's video: asked for, asked again after errors, renewed before it ends. */
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
