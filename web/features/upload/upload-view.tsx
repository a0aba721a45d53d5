import { useState } from 'react'
import { Link } from 'react-router'
import { isTooLong } from '@callfolio/shared/client/recording-file.ts'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { createUploadEntry, fileToSend } from '@callfolio/shared/client/upload-entry.ts'
import { wayOutOf } from '@callfolio/shared/failures.ts'
import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import { DropZone, FileProblem, OtherFile, useChosenFile } from '@callfolio/shared/ui/drop-zone.tsx'
import { LimitReached, TooLong } from '@callfolio/shared/ui/plan-limits.tsx'
import { RecordingForm, type RecordingDetails } from '@callfolio/shared/ui/recording-form.tsx'
import { PricingLink } from '../../ui/way-out-links.tsx'
import { SampleCallButton } from '../library/sample-call-button.tsx'
import { ModelWait } from '@callfolio/shared/ui/model-wait.tsx'
import { ModelOffer } from '../engines/model-offer.tsx'
import { useSpeechModel } from '../engines/use-speech-model.ts'
import { useAuth } from '../session/auth-provider.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useUpload } from './upload-provider.tsx'

/** Choosing a recording and saying what it is. */
export function UploadView() {
  const { user } = useAuth()
  const { state, begin } = useUpload()
  const { chosen, problem, refusedAudio, cleared, choose, chooseOther, clear } = useChosenFile()
  const { plan, usage } = useSubscription()
  const capabilities = useCapabilities()
  const used = usage && isUsedUp(usage) ? usage : null
  const duration = chosen?.durationSeconds ?? null
  const model = useSpeechModel()
  const [untilModel, setUntilModel] = useState<UntilModel>('draft')
  const fetching = model?.state === 'fetching'
  const failure = state.phase === 'idle' ? state.problem : null

  const send = (details: RecordingDetails) => {
    if (user === null || chosen === null) return
    const { file, handle } = chosen
    const choice = fetching && details.captions === null ? { untilModel } : {}
    const entry = createUploadEntry(fileToSend(chosen), {
      userId: user.id,
      ...details,
      ...choice,
      ...(handle ? { handle } : {}),
    })
    begin(entry, file, duration)
  }

  if (duration !== null && isTooLong(duration, plan)) {
    return (
      <TooLong
        durationSeconds={duration}
        limitSeconds={plan?.limits.videoSeconds ?? 0}
        pricingLink={PricingLink}
        onChooseOther={clear}
      />
    )
  }
  return (
    <div className="grid grid-cols-1 gap-8">
      {used && (
        <LimitReached tone="info" message={limitReachedMessage(used.used, used.limit)} pricingLink={PricingLink} />
      )}
      {failure &&
        !used &&
        (wayOutOf(failure) === 'upgrade' ? (
          <LimitReached tone="danger" message={failure.message} pricingLink={PricingLink} />
        ) : (
          <Banner tone="danger">{failure.message}</Banner>
        ))}
      {problem !== null && (
        <FileProblem problem={problem} audio={refusedAudio} onPick={(picked) => void chooseOther(picked)} />
      )}
      {chosen ? (
        <RecordingForm
          chosen={chosen}
          blocked={used !== null}
          capabilities={capabilities}
          withoutCaptions={
            fetching ? <ModelWait model={model} value={untilModel} onChange={setUntilModel} /> : <ModelOffer />
          }
          onRemove={clear}
          onSubmit={send}
        />
      ) : (
        <>
          <DropZone focused={cleared} onPick={(picked) => void choose(picked)} />
          <OtherFile onPick={(picked) => void chooseOther(picked)} />
        </>
      )}
      {!chosen && (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="text-15 text-muted">No recording at hand?</p>
            <SampleCallButton />
          </div>
          <p className="text-15 text-muted">
            The{' '}
            <Link to="/extension" className={TEXT_LINK}>
              browser extension
            </Link>{' '}
            records the next call and uploads it meanwhile.
          </p>
        </div>
      )}
      <UnfinishedUploads />
    </div>
  )
}
