import { Link } from 'react-router'
import { estimateText, longerThanUsualAfter } from '@callfolio/shared/estimate.ts'
import { retryProblem } from '@callfolio/shared/client/retry-processing.ts'
import { failure, wayOutOf } from '@callfolio/shared/failures.ts'
import type { PollState } from '@callfolio/shared/poll.ts'
import { buttonClass, TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import { ProgressPanel } from '@callfolio/shared/ui/progress-panel.tsx'
import { GiveTranscript } from './give-transcript.tsx'
import { ProcessingError } from './processing-error.tsx'
import { usePassed } from './use-passed.ts'
import { useRetry } from './use-retry.ts'

interface JobProgressProps {
  id: string
  poll: PollState
  onRestart: () => void
  /** Seconds the work should take; null: unknown. */
  estimate: number | null
  /** A model is known to do the transcription. */
  byModel?: boolean
}

/** A job on the server: its steps while it runs, the error panel when it ended in one. */
export function JobProgress({ id, poll, onRestart, estimate, byModel = false }: JobProgressProps) {
  const retry = useRetry(id, onRestart)
  const slow = usePassed(longerThanUsualAfter(estimate))
  if (poll.phase === 'failed' || poll.phase === 'timed_out') {
    return (
      <ProcessingError
        failure={poll.failure ?? failure('processing_failed')}
        // A job that may still run is only asked after again.
        onRetry={() => (poll.phase === 'timed_out' ? onRestart() : retry.mutate())}
        retrying={retry.isPending}
        problem={retryProblem(retry.error)}
      >
        {poll.last?.status === 'failed' && (
          <GiveTranscript
            id={id}
            isWayOut={poll.failure !== null && wayOutOf(poll.failure) === 'add_transcript'}
            onStarted={onRestart}
          />
        )}
      </ProcessingError>
    )
  }
  return (
    <ProgressPanel
      step={poll.last?.step ?? 1}
      percent={poll.percent}
      detail={poll.last?.step_detail ?? null}
      byModel={byModel}
    >
      {slow ? (
        <SlowNote />
      ) : (
        <>
          {estimate !== null && <p>Estimated processing time: {estimateText(estimate)}.</p>}
          <p>
            You can leave this page. The work goes on, and your{' '}
            <Link to="/dashboard" className={TEXT_LINK}>
              dashboard
            </Link>{' '}
            shows how far it is.
          </p>
        </>
      )}
    </ProgressPanel>
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
