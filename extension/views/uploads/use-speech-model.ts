import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SPEECH_MODEL_PATHS, speechModelSchema, type SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import { SPEECH_MODEL_INTERVALS } from '@callfolio/shared/speech-model-text.ts'
import { useServices } from '../services.tsx'
import { CAPABILITIES_KEY } from './use-capabilities.ts'

const KEY = ['speech-model']

/** The speech model of the server and its fetch; undefined until it is known. */
export function useSpeechModel() {
  const { account } = useServices()
  const queryClient = useQueryClient()
  return useQuery({
    queryKey: KEY,
    async queryFn({ signal }) {
      const before = queryClient.getQueryData<SpeechModel>(KEY)
      const now = await account.api.request(SPEECH_MODEL_PATHS.model, speechModelSchema, { signal })
      // From now on another engine is used.
      if (before && before.installed !== now.installed)
        void queryClient.invalidateQueries({ queryKey: CAPABILITIES_KEY })
      return now
    },
    refetchInterval: ({ state }) => (state.data && SPEECH_MODEL_INTERVALS[state.data.state]) ?? false,
  }).data
}
