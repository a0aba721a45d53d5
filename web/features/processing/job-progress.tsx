import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { estimateText, longerThanUsualAfter } from '@callfolio/shared/progress/estimate.ts'
import { retryProblem, retryProcessing } from '@callfolio/shared/client/retry-processing.ts'
import { failure, getWayOut, WAYS_OUT } from '@callfolio/shared/failures.ts'
import type { PollState } from '@callfolio/shared/progress/poll.ts'
import { processingLine } from '@callfolio/shared/progress/processing-status.ts'
import { STEP } from '@callfolio/shared/progress/steps.ts'
import { Button, buttonClass, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { ProgressPanel } from '@callfolio/shared/ui/progress-bar.tsx'
import { ProcessingError } from './processing-error.tsx'
import { AddTranscriptDialog } from '../microsite/transcript/add-transcript-dialog.tsx'
import { fetchedText } from '@callfolio/shared/speech-model-text.ts'
import { useSpeechModel } from '../engines/use-speech-model.ts'
import { requestProblem } from '../../lib/request-problem.ts'
import { useServices } from '../../lib/services.tsx'
import { storeMicrosite } from '../library/use-microsite.ts'

interface JobProgressProps {
  id: string
  poll: PollState
  onRestart: () => void
  /** Estimated duration in seconds; null: unknown. */
  estimate: number | null
  /** A model is known to do the transcription. */
  byModel?: boolean
}

/** A job on the server: its steps while it runs, the error panel if it failed. */
export function JobProgress({ id, poll, onRestart, estimate, byModel = false }: JobProgressProps) {
  const retry = useRetry(id, onRestart)
  const left = poll.last?.seconds_left === undefined ? null : estimateText(poll.last.seconds_left)
  const slow = usePassed(longerThanUsualAfter(estimate))
  if (poll.phase === 'failed' || poll.phase === 'timed_out') {
    return (
      <ProcessingError
        id={id}
        failure={poll.failure ?? failure('processing_failed')}
        // A job that may still be running is only polled again.
        onRetry={() => (poll.phase === 'timed_out' ? onRestart() : retry.mutate())}
        retrying={retry.isPending}
        problem={retryProblem(retry.error)}
      >
        {poll.last?.status === 'failed' && (
          <GiveTranscript
            id={id}
            isWayOut={poll.failure !== null && getWayOut(poll.failure) === 'add_transcript'}
            onStarted={onRestart}
          />
        )}
      </ProcessingError>
    )
  }
  return (
    <ProgressPanel
      // The server has the whole recording, so any waiting or running work comes after the upload.
      step={Math.max(STEP.audio, poll.last?.step ?? STEP.audio)}
      percent={poll.percent}
      detail={poll.last?.waiting ? processingLine(poll.last) : (poll.last?.step_detail ?? null)}
      waiting={poll.last?.waiting !== undefined}
      byModel={byModel}
    >
      {poll.last?.until_model === 'wait' ? (
        <WaitsForModel id={id} />
      ) : slow ? (
        <SlowNote />
      ) : (
        <>
          {left !== null ? (
            <p>Estimated time left: {left}.</p>
          ) : (
            estimate !== null && <p>Estimated processing time: {estimateText(estimate)}.</p>
          )}
          <p>
            You can leave this page. Processing continues, and your{' '}
            <Link to="/dashboard" className={TEXT_LINK}>
              dashboard
            </Link>{' '}
            shows its progress.
          </p>
        </>
      )}
    </ProgressPanel>
  )
}

/** The job waits for the speech model unless its owner wants a draft. */
function WaitsForModel({ id }: { id: string }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const model = useSpeechModel()
  const start = useMutation({
    mutationFn: () => api.request(MICROSITE_PATHS.startWithDraft(id), micrositeSchema, { method: 'POST' }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
  const problem = requestProblem(start.error)
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        Transcription starts when the speech model is ready
        {model?.state === 'fetching' && <span className="tabular-nums"> ({fetchedText(model)})</span>}. You can leave
        this page.
      </p>
      <Button variant="secondary" size="sm" disabled={start.isPending} onClick={() => start.mutate()}>
        Start with a draft now
      </Button>
      {problem !== null && <p role="alert">{problem}</p>}
    </div>
  )
}

function SlowNote() {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <p className="text-ink">This is taking longer than usual. You can leave and check the dashboard later.</p>
      <Link to="/dashboard" className={buttonClass('secondary', 'sm')}>
        Go to Dashboard
      </Link>
    </div>
  )
}

interface GiveTranscriptProps {
  id: string
  /** The most helpful action. */
  isWayOut: boolean
  onStarted: () => void
}

/** Lets the owner of a failed microsite provide a transcript, which it is then made from. */
function GiveTranscript({ id, isWayOut, onStarted }: GiveTranscriptProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={isWayOut ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
        {WAYS_OUT.add_transcript.action}
      </Button>
      <AddTranscriptDialog id={id} replaces={false} open={open} onClose={() => setOpen(false)} onAdded={onStarted} />
    </>
  )
}

/** Whether `seconds` have passed since the component mounted. */
function usePassed(seconds: number): boolean {
  const [since] = useState(() => Date.now())
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), Math.max(0, since + seconds * 1000 - Date.now()))
    return () => clearTimeout(timer)
  }, [since, seconds])
  return passed
}

/** Reruns a failed job, then calls `onRestarted`. Its errors are sentences for the page (`retryProblem`). */
function useRetry(id: string, onRestarted: () => void) {
  const { api } = useServices()
  return useMutation({ mutationFn: () => retryProcessing(api, id), onSuccess: onRestarted })
}
