import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer } from 'react'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { estimateSeconds } from '@callfolio/shared/progress/estimate.ts'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { INITIAL_POLL, POLL_INTERVAL_MS, pollReducer, type PollState } from '@callfolio/shared/progress/poll.ts'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { JobProgress } from './job-progress.tsx'
import { useServices } from '../../lib/services.tsx'
import { knownMicrosite, storeMicrosite } from '../library/use-microsite.ts'

/** The steps of a microsite being made, or why making it failed. */
export function UnfinishedJob({ microsite }: { microsite: Microsite }) {
  const { poll, restart } = useProcessing(microsite.id)
  const estimate = useEstimate(microsite)
  return <JobProgress id={microsite.id} poll={poll} onRestart={restart} estimate={estimate} />
}

/** Estimated processing time of this microsite in seconds; null: unknown. */
export function useEstimate(microsite: Microsite | undefined): number | null {
  const capabilities = useCapabilities()
  if (microsite === undefined || microsite.duration_ms === null) return null
  const withCaptions = microsite.transcript_info?.source === 'captions'
  return estimateSeconds({ durationSeconds: microsite.duration_ms / 1000, withCaptions, capabilities })
}

/** Waits for one microsite: polls every 3 s until it is done, failed or silent for too long. */
export function useProcessing(id: string): { poll: PollState; restart: () => void } {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const [poll, dispatch] = useReducer(pollReducer, undefined, () => firstState(queryClient, id))
  const { phase, tries } = poll

  useEffect(() => {
    if (phase !== 'polling') return undefined
    const controller = new AbortController()
    const ask = async () => {
      try {
        const microsite = await api.request(MICROSITE_PATHS.one(id), micrositeSchema, { signal: controller.signal })
        if (controller.signal.aborted) return
        storeMicrosite(queryClient, microsite)
        dispatch({ type: 'answered', microsite })
      } catch (error) {
        if (!controller.signal.aborted)
          dispatch({ type: 'unanswered', gone: error instanceof ApiError && error.status === 404 })
      }
    }
    const timer = setTimeout(() => void ask(), tries === 0 ? 0 : POLL_INTERVAL_MS)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [api, queryClient, id, phase, tries])

  const restart = useCallback(() => dispatch({ type: 'restarted' }), [])
  return { poll, restart }
}

/** Starts with the page's current data, so that the percentage doesn't start low and jump. */
function firstState(queryClient: QueryClient, id: string): PollState {
  const microsite = knownMicrosite(queryClient, id)
  return microsite === undefined ? INITIAL_POLL : pollReducer(INITIAL_POLL, { type: 'answered', microsite })
}
