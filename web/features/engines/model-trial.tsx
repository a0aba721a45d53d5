import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import {
  MODEL_TRIAL_PATH,
  modelTrialSchema,
  type ModelTrial,
  type ModelTrialAction,
  type ModelTrialResult,
  type ModelTrialRun,
} from '@callfolio/shared/contract/model-trial.ts'
import { formatMoment } from '@callfolio/shared/format.ts'
import { trialText } from '@callfolio/shared/model-trial-text.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { requestProblem } from '../../lib/request-problem.ts'
import { useServices } from '../../lib/services.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ENGINES_KEY } from './use-speech-model.ts'

const KEY = [...ENGINES_KEY, 'model-trial']
const POLL_MS = 2000

/** The test of the recap model: what it found in two sales calls, and whether its recaps are trusted. */
export function ModelTrialPart() {
  const { api } = useServices()
  const { data: trial, error } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.request(MODEL_TRIAL_PATH, modelTrialSchema, { signal }),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.run) ? POLL_MS : false),
  })
  const action = useTrialAction()
  const problem = requestProblem(action.error ?? error)
  if (trial?.model === null) return null
  return (
    <section aria-labelledby="model-trial" className="grid justify-items-start gap-3">
      <h4 id="model-trial" className="text-15 font-medium">
        Recap model
      </h4>
      {trial && <Trial trial={trial} isPending={action.isPending} act={action.mutate} />}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
    </section>
  )
}

interface Acting {
  isPending: boolean
  act: (action: ModelTrialAction) => void
}

function Trial({ trial, ...acting }: { trial: ModelTrial } & Acting) {
  const { model, result, run } = trial
  if (model === null) return null
  return (
    <>
      <div role="status" className="grid gap-3">
        {result === null ? (
          <p className="text-15 wrap-anywhere">
            {model.name} hasn’t been tested.{' '}
            {!model.trusted_untried && 'Its recaps need review until it passes a test.'}
          </p>
        ) : (
          <Result result={result} better={trial.better} />
        )}
        {run?.state === 'failed' && <p className="text-15 text-danger">The last test didn’t finish. {run.problem}</p>}
        {run?.state === 'canceled' && <p className="text-13 text-muted">The last test was canceled.</p>}
      </div>
      {isUnderWay(run) ? <Running run={run} {...acting} /> : <Actions model={model} result={result} {...acting} />}
    </>
  )
}

function Result({ result, better }: { result: ModelTrialResult; better: ModelTrial['better'] }) {
  const { passed, overruled, problem, faults, prompts } = result
  const Icon = passed ? CircleCheck : CircleAlert
  return (
    <div className="grid gap-2">
      <p className="text-15 wrap-anywhere">
        <span
          className={`inline-flex items-center gap-1.5 align-bottom font-medium ${passed ? 'text-success' : 'text-danger'}`}
        >
          <Icon aria-hidden className="size-4" />
          {passed ? 'Passed.' : 'Failed.'}
        </span>{' '}
        {trialText(result)}
        <span className="block text-13 text-muted">
          Tested {formatMoment(result.tried_at)}
          {prompts !== null && `, prompt version ${prompts}`}
        </span>
      </p>
      {problem !== null && <p className="text-15">{problem}</p>}
      {!passed && (
        <p className="text-15">
          {overruled
            ? 'Its recaps reach recipients without review.'
            : 'Its recaps need review before recipients see them.'}
        </p>
      )}
      {better.length > 0 && (
        <p className="text-15 wrap-anywhere">
          These models found more:{' '}
          {better.map(({ model, found, steps }) => `${model} (${found} of ${steps})`).join(', ')}.
        </p>
      )}
      {faults.length > 0 && (
        <details className="text-13">
          <summary className="cursor-pointer text-muted">What it got wrong</summary>
          <ul className="mt-2 grid list-disc gap-1 pl-5 wrap-anywhere">
            {faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function Running({ run, isPending, act }: { run: ModelTrialRun } & Acting) {
  return (
    <div className="grid w-full gap-3 rounded border border-line px-4 py-3 text-15">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
          Testing {run.model}
          <span className="text-muted tabular-nums">: {run.detail ?? 'waiting to start'}</span>
        </p>
        <Button variant="secondary" size="sm" disabled={isPending} onClick={() => act('cancel')}>
          Cancel
        </Button>
      </div>
      <ProgressBar thin percent={100 * run.progress} label="Model test" />
    </div>
  )
}

function Actions({
  model,
  result,
  isPending,
  act,
}: { model: NonNullable<ModelTrial['model']>; result: ModelTrial['result'] } & Acting) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={isPending} onClick={() => act('start')}>
          Test this model
        </Button>
        {result?.passed === false && (
          <Button
            variant="quiet"
            disabled={isPending}
            onClick={() => (result.overruled ? act('withdraw') : setAsks(true))}
          >
            {result.overruled ? 'Require review again' : 'Use it anyway'}
          </Button>
        )}
      </div>
      <p className="text-13 text-muted">
        The test writes recaps of two made-up sales calls.
        {model.tokens !== null && ` It uses about ${roundTokens(model.tokens)} tokens on ${model.sends_to}.`}
      </p>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Use this model anyway?"
        confirm="Use it anyway"
        busy={false}
        problem={null}
        onConfirm={() => {
          act('overrule')
          setAsks(false)
        }}
      >
        <p>{model.name} failed its test. Its recaps will reach recipients without review.</p>
      </ConfirmDialog>
    </>
  )
}

function useTrialAction() {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (action: ModelTrialAction) =>
      api.request(MODEL_TRIAL_PATH, modelTrialSchema, { method: 'POST', body: { action } }),
    onSuccess: (trial) => void queryClient.setQueryData(KEY, trial),
  })
}

function isUnderWay(run: ModelTrialRun | null | undefined): run is ModelTrialRun {
  return run?.state === 'waiting' || run?.state === 'running'
}

function roundTokens(tokens: number): string {
  return (Math.ceil(tokens / 1000) * 1000).toLocaleString('en')
}
