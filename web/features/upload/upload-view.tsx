import { useState } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { createUploadEntry, fileToSend } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { getWayOut } from '@callfolio/shared/failures.ts'
import { isUsedUp, limitReachedMessage } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { isAudioFile, isTooLong } from '@callfolio/shared/client/recording-file.ts'
import { CheckingFiles, DropZone, FileProblems, OtherFiles } from '@callfolio/shared/ui/recording/drop-zone.tsx'
import { LimitReached, TooLong } from '@callfolio/shared/ui/plan-limits.tsx'
import { RecordingForm, type RecordingDetails } from '@callfolio/shared/ui/recording/recording-form.tsx'
import { SeveralFiles } from '@callfolio/shared/ui/recording/several-files.tsx'
import { useChosenFiles, type ChosenFile } from '@callfolio/shared/ui/recording/use-chosen-files.ts'
import { PricingLink } from '../../ui/way-out-links.tsx'
import { SampleCallButton } from '../library/sample-call-button.tsx'
import { ModelWait } from '@callfolio/shared/ui/model-wait.tsx'
import { ModelOffer } from '../engines/model-offer.tsx'
import { useSpeechModel } from '../engines/use-speech-model.ts'
import { useAuth } from '../session/auth-provider.tsx'
import { useCapabilities } from '../../lib/use-capabilities.ts'
import { useSubscription } from '../plan/subscription-provider.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { useFilledBefore } from './use-filled-before.ts'
import { useUpload } from './upload-provider.tsx'

/** Choosing a recording and entering its details. */
export function UploadView() {
  const { user } = useAuth()
  const { state, begin, beginAll } = useUpload()
  const navigate = useNavigate()
  const { chosen: all, refused, cleared, isChecking, choose, clear } = useChosenFiles()
  const [chosen] = all
  const { plan, usage } = useSubscription()
  const capabilities = useCapabilities()
  const used = usage && isUsedUp(usage) ? usage : null
  const duration = chosen?.durationSeconds ?? null
  const model = useSpeechModel()
  const [untilModel, setUntilModel] = useState<UntilModel>('draft')
  const fetching = model?.state === 'fetching'
  const failure = state.phase === 'idle' ? state.problem : null
  const filled = useFilledBefore()

  const send = (details: RecordingDetails) => {
    if (user !== null && chosen !== undefined) begin(getEntry(chosen, details), chosen.file, duration)
  }
  const sendAll = async (taken: ChosenFile[]) => {
    const calls = taken.map((one) => ({
      file: one.file,
      entry: getEntry(one, { captions: one.captions?.text ?? null }),
    }))
    await beginAll(calls)
    navigate('/dashboard')
  }
  const getEntry = ({ file, handle }: ChosenFile, details: Partial<RecordingDetails>) =>
    createUploadEntry(fileToSend(file), {
      userId: user?.id ?? '',
      ...details,
      ...(fetching && details.captions === null ? { untilModel } : {}),
      ...(handle ? { handle } : {}),
    })

  if (all.length === 1 && duration !== null && isTooLong(duration, plan)) {
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
        (getWayOut(failure) === 'upgrade' ? (
          <LimitReached tone="danger" message={failure.message} pricingLink={PricingLink} />
        ) : (
          <Banner tone="danger">{failure.message}</Banner>
        ))}
      <FileProblems refused={refused} isAll={!chosen} onPick={(picked) => void choose(picked, 'audio')} />
      {all.length > 1 ? (
        <SeveralFiles
          chosen={all}
          plan={plan}
          usage={usage ?? undefined}
          busy={user === null}
          onCancel={clear}
          onSubmit={(taken) => void sendAll(taken)}
        />
      ) : chosen ? (
        <RecordingForm
          // Earlier details may arrive after the file.
          key={filled === undefined ? 'empty' : 'filled'}
          chosen={chosen}
          filled={filled}
          blocked={used !== null}
          capabilities={capabilities}
          withoutCaptions={
            fetching ? <ModelWait model={model} value={untilModel} onChange={setUntilModel} /> : <ModelOffer />
          }
          onRemove={clear}
          onReplace={(picked) => void choose([picked], isAudioFile(picked.file) ? 'audio' : 'video')}
          onSubmit={send}
        />
      ) : isChecking ? (
        <CheckingFiles />
      ) : (
        <>
          <DropZone focused={cleared} onPick={(picked) => void choose(picked)} />
          <OtherFiles onPick={(picked) => void choose(picked, 'audio')} />
        </>
      )}
      {!chosen && (
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p className="text-15 text-muted">No recording yet?</p>
            <SampleCallButton />
          </div>
          <p className="text-15 text-muted">
            Or record your next call with the{' '}
            <a href="/extension" className={TEXT_LINK}>
              browser extension
            </a>
            .
          </p>
        </div>
      )}
      <UnfinishedUploads />
    </div>
  )
}
