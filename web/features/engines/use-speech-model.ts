import { queryOptions, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '@callfolio/shared/api-client.ts'
import {
  betterDraftsSchema,
  SPEECH_MODEL_PATHS,
  speechModelSchema,
  type SpeechModel,
  type SpeechModelAction,
} from '@callfolio/shared/contract/speech-model.ts'
import { SPEECH_MODEL_INTERVALS } from '@callfolio/shared/speech-model-text.ts'
import { useServices } from '../../lib/services.tsx'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import { refreshLists } from '../library/use-microsite.ts'

const KEY = ['speech-model']
export const ENGINES_KEY = ['engines']
/** A trial takes as long as a slow engine needs for a minute of audio on a busy machine. */
export const TRIAL_MS = 310_000

function speechModelQuery(api: ApiClient, queryClient: QueryClient) {
  return queryOptions({
    queryKey: KEY,
    async queryFn({ signal }) {
      const before = queryClient.getQueryData<SpeechModel>(KEY)
      const now = await api.request(SPEECH_MODEL_PATHS.model, speechModelSchema, { signal })
      // Another engine is used from now on, so other notices apply.
      if (before && before.installed !== now.installed)
        void queryClient.invalidateQueries({ queryKey: CAPABILITIES.queryKey })
      return now
    },
    refetchInterval: ({ state }) => (state.data && SPEECH_MODEL_INTERVALS[state.data.state]) ?? false,
  })
}

/** The server's speech model and its download; undefined until known. */
export function useSpeechModel(): SpeechModel | undefined {
  const { api } = useServices()
  return useQuery(speechModelQuery(api, useQueryClient())).data
}

/** Starts or pauses the download. */
export function useModelAction() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: SpeechModelAction) =>
      api.request(SPEECH_MODEL_PATHS.model, speechModelSchema, { method: 'POST', body: { action } }),
    onSuccess: (model) => void queryClient.setQueryData(KEY, model),
  })
}

/** Transcribes all of the user's drafts again. */
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
