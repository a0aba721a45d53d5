import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import { estimateText } from '@callfolio/shared/estimate.ts'
import {
  betterDraftsSchema,
  SPEECH_MODEL_PATHS,
  speechModelSchema,
  type SpeechModel,
  type SpeechModelAction,
} from '@callfolio/shared/contract/speech-model.ts'
import { useServices } from '../../lib/services.tsx'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import { refreshLists } from '../library/use-microsite.ts'

const KEY = ['speech-model']
/** While something moves by itself, ms. */
const INTERVALS: Partial<Record<SpeechModel['state'], number>> = { fetching: 2000, waiting: 10_000 }

function speechModelQuery(api: ApiClient, queryClient: QueryClient) {
  return queryOptions({
    queryKey: KEY,
    async queryFn({ signal }) {
      const before = queryClient.getQueryData<SpeechModel>(KEY)
      const now = await api.request(SPEECH_MODEL_PATHS.model, speechModelSchema, { signal })
      // From now on another engine is used, and other notices are true.
      if (before && before.installed !== now.installed)
        void queryClient.invalidateQueries({ queryKey: CAPABILITIES.queryKey })
      return now
    },
    refetchInterval: ({ state }) => (state.data && INTERVALS[state.data.state]) ?? false,
  })
}

/** The speech model of this server and its fetch; undefined until it is known. */
export function useSpeechModel(): SpeechModel | undefined {
  const { api } = useServices()
  return useQuery(speechModelQuery(api, useQueryClient())).data
}

/** Begins or pauses the fetch. */
export function useModelAction() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: SpeechModelAction) =>
      api.request(SPEECH_MODEL_PATHS.model, speechModelSchema, { method: 'POST', body: { action } }),
    onSuccess: (model) => void queryClient.setQueryData(KEY, model),
  })
}

/** Has all drafts of the user transcribed again. */
export function useBetterDrafts() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.request(SPEECH_MODEL_PATHS.drafts, betterDraftsSchema, { method: 'POST' }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: KEY })
      refreshLists(queryClient)
    },
  })
}

/** "700 MB", "79.8 GB". */
export function megabytes(bytes: number): string {
  if (bytes >= 10_000_000_000) return `${(bytes / 1_000_000_000).toFixed(1)} GB`
  return `${Math.max(1, Math.round(bytes / 1_000_000))} MB`
}

/** "12 of 700 MB, about 8 minutes left". */
export function fetchedText({
  done_bytes: done,
  total_bytes: total,
  seconds_left: seconds,
}: Pick<SpeechModel, 'done_bytes' | 'total_bytes' | 'seconds_left'>): string {
  const counted = `${Math.round(done / 1_000_000)} of ${megabytes(total)}`
  return seconds === null ? counted : `${counted}, ${estimateText(seconds)} left`
}
