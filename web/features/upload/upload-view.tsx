import { Link } from 'react-router'
import { limitReachedMessage } from '@callfolio/shared/plans.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.ts'
import { SampleCallButton } from '../microsites/sample-call-button.tsx'
import { useSubscription } from '../session/subscription-provider.tsx'
import { DropZone } from './drop-zone.tsx'
import { RecordingForm } from './recording-form.tsx'
import { isTooLong } from './recording-file.ts'
import { TooLong } from './too-long.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useChosenFile } from './use-chosen-file.ts'
import { useUpload } from './upload-provider.tsx'

/** Choosing a recording and saying what it is. */
export function UploadView() {
  const { state } = useUpload()
  const { chosen, problem, cleared, choose, clear } = useChosenFile()
  const { plan, usage } = useSubscription()
  const used = usage && usage.limit >= 0 && usage.used >= usage.limit ? usage : null
  const duration = chosen?.durationSeconds ?? null
  const failure = state.phase === 'idle' ? state.problem : null

  if (duration !== null && isTooLong(duration, plan)) {
    return <TooLong durationSeconds={duration} limitSeconds={plan?.limits.videoSeconds ?? 0} onChooseOther={clear} />
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      {used && <LimitReached tone="info" message={limitReachedMessage(used.used, used.limit)} />}
      {failure && !used && (failure.upgrade ? <LimitReached tone="danger" message={failure.message} /> : <Banner tone="danger">{failure.message}</Banner>)}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {chosen ? <RecordingForm chosen={chosen} blocked={used !== null} onRemove={clear} /> : <DropZone focused={cleared} onPick={(picked) => void choose(picked)} />}
      {!chosen && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p className="text-15 text-muted">No recording at hand?</p>
          <SampleCallButton />
        </div>
      )}
      <UnfinishedUploads />
    </div>
  )
}

function LimitReached({ tone, message }: { tone: 'info' | 'danger'; message: string }) {
  return (
    <Banner
      tone={tone}
      actions={
        <Link to="/pricing" className={buttonClass('primary', 'sm')}>
          Upgrade Plan
        </Link>
      }
    >
      {message}
    </Banner>
  )
}
