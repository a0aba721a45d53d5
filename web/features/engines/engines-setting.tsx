import { useMutation, useQuery } from '@tanstack/react-query'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import {
  enginesPageSchema,
  engineTrialSchema,
  type EnginesPage,
  SPEECH_MODEL_PATHS,
  type SpeechModel,
} from '@callfolio/shared/contract/speech-model.ts'
import { formatLength } from '@callfolio/shared/format.ts'
import { ANALYSTS, getIds, TRANSCRIBERS } from '@callfolio/shared/engines.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { SkeletonLines } from '@callfolio/shared/ui/skeleton.tsx'
import { requestProblem } from '../../lib/request-problem.ts'
import { useServices } from '../../lib/services.tsx'
import { AiServerSetting } from './ai-server-setting.tsx'
import { FetchProgress } from './model-offer.tsx'
import { ModelTrialPart } from './model-trial.tsx'
import { diskText, megabytes } from '@callfolio/shared/speech-model-text.ts'
import { ENGINES_KEY, TRIAL_MS, useModelAction, useSpeechModel } from './use-speech-model.ts'

/** The engines for transcription, diarization and recaps, for the operator of this server. */
export function EnginesSetting() {
  const { api } = useServices()
  const model = useSpeechModel()
  const { data: page, error } = useQuery({
    queryKey: [...ENGINES_KEY, model?.installed],
    queryFn: ({ signal }) => api.request(SPEECH_MODEL_PATHS.engines, enginesPageSchema, { signal }),
  })
  if (error) return <Banner tone="danger">{requestProblem(error)}</Banner>
  if (page === undefined || model === undefined) return <SkeletonLines />
  return (
    <div className="grid gap-6">
      <dl className="grid gap-4">
        <InUse title="Transcription" engines={page.transcribers} labels={getLabels(TRANSCRIBERS)} />
        <InUse
          title="Speakers"
          engines={page.diarisers}
          labels={{ sherpa: 'Models on this server', clustering: 'Voice clustering' }}
        />
        <InUse title="Recap" engines={page.analysts} labels={getLabels(ANALYSTS)} />
      </dl>
      <SpeechModelPart model={model} disk={page.disk} />
      <Trial />
      <ModelTrialPart />
      <AiServerSetting server={page.ai_server} />
    </div>
  )
}

function getLabels<Id extends string>(rows: Record<Id, { label: string }>): Record<string, string> {
  return Object.fromEntries(getIds(rows).map((id) => [id, upperFirst(rows[id].label)]))
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The engine in use, and where it sends its input. */
function InUse({
  title,
  engines,
  labels,
}: {
  title: string
  engines: readonly EngineStatus[]
  labels: Record<string, string>
}) {
  const used = engines.find(({ ready }) => ready)
  return (
    <div className="grid gap-0.5">
      <dt className="text-13 text-muted">{title}</dt>
      <dd className="text-15">
        {used === undefined ? 'Not set up.' : `${labels[used.name] ?? used.name}. `}
        {used !== undefined &&
          (used.sends_to === null ? 'Nothing leaves this server.' : `Data is sent to ${used.sends_to}.`)}
        {typeof used?.note === 'string' && <span className="block text-13 text-muted">{used.note}</span>}
      </dd>
    </div>
  )
}

function SpeechModelPart({ model, disk }: { model: SpeechModel; disk: EnginesPage['disk'] }) {
  const action = useModelAction()
  const problem = requestProblem(action.error)
  const { best, installed, state } = model
  const better = best !== null && best.id !== installed ? best : null
  return (
    <div className="grid gap-3">
      <h4 className="text-15 font-medium">Speech model</h4>
      {disk !== null && (
        <p className="text-15">
          {installed === null ? 'Not installed.' : `${installed} is installed.`}{' '}
          <span className="text-13 text-muted tabular-nums">{diskText(disk)}</span>
        </p>
      )}
      <FetchProgress model={model} />
      {state === 'idle' && better !== null && (
        <div className="grid justify-items-start gap-2">
          <p className="text-13 text-muted">
            Recommended for this server: {better.id}, {megabytes(better.bytes)} including speaker models,{' '}
            {better.languages === 1 ? 'English only' : `${better.languages} languages`}. Nothing is uploaded.
          </p>
          <Button variant="secondary" disabled={action.isPending} onClick={() => action.mutate('fetch')}>
            {installed === null ? 'Download speech model' : 'Download better model'}
          </Button>
        </div>
      )}
      {state === 'idle' && best === null && model.problem !== null && (
        <p className="text-13 text-muted">{model.problem}</p>
      )}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}

/** A minute of a call, processed by the engine in use. */
function Trial() {
  const { api } = useServices()
  const trial = useMutation({
    mutationFn: () =>
      api.request(SPEECH_MODEL_PATHS.trial, engineTrialSchema, {
        method: 'POST',
        signal: AbortSignal.timeout(TRIAL_MS),
      }),
  })
  const problem = requestProblem(trial.error)
  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="secondary" disabled={trial.isPending} onClick={() => trial.mutate()}>
        {trial.isPending ? 'Testing...' : 'Test transcription'}
      </Button>
      <div role="status" className="grid gap-1">
        {trial.data && (
          <>
            <p className="text-15">
              {Math.round(100 * trial.data.word_errors)}% of words were wrong. Transcription took{' '}
              {formatLength(1000 * trial.data.seconds)} for {formatLength(1000 * trial.data.sound_seconds)} of the
              sample call.
            </p>
            <p className="text-13 text-muted">
              {trial.data.text === '' ? 'No words recognized.' : `“${trial.data.text}”`}
            </p>
          </>
        )}
      </div>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </div>
  )
}
