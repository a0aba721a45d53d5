import { useQuery, useQueryClient } from '@tanstack/react-query'
import { SPEECH_MODEL_PATHS, speechModelSchema, type SpeechModel } from '@callfolio/shared/contract/speech-model.ts'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { megabytes, SPEECH_MODEL_INTERVALS } from '@callfolio/shared/speech-model-text.ts'
import { ModelWait } from '@callfolio/shared/ui/model-wait.tsx'
import { useServices } from '../services.tsx'
import { WebLink } from '../web-link.tsx'
import { CAPABILITIES_KEY } from './use-capabilities.ts'

const KEY = ['speech-model']

interface ModelChoiceProps {
  /** Undefined: the person was not asked. */
  value: UntilModel | undefined
  onChange: (value: UntilModel) => void
}

/**
 * For a recording without captions: the choice to wait for the server's speech model or, for its operator, how to get
 * one.
 */
export function ModelChoice({ value = 'draft', onChange }: ModelChoiceProps) {
  const model = useSpeechModel()
  if (model?.state === 'fetching') return <ModelWait model={model} value={value} onChange={onChange} />
  if (!model?.offered || model.best === null) return null
  return (
    <p className="text-13 text-muted">
      Get accurate transcripts: download the speech model ({megabytes(model.best.bytes)}, runs on your server).{' '}
      <WebLink to="/dashboard">Download it in the web app</WebLink>
    </p>
  )
}

/** The server's speech model and its download; undefined until known. */
function useSpeechModel() {
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
