import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { isTranscriptFile } from '@callfolio/shared/captions/transcript-endings.ts'
import type { PickedFile } from '@callfolio/shared/client/file-handles.ts'
import { isAudioFile, isTooLong } from '@callfolio/shared/client/recording-file.ts'
import { createUploadEntry, fileToSend } from '@callfolio/shared/client/uploads/upload-entry.ts'
import { isUsedUp, limitReachedMessage, PLANS } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { CheckingFiles, DropZone, FileProblems, OtherFiles } from '@callfolio/shared/ui/recording/drop-zone.tsx'
import { LimitReached, TooLong } from '@callfolio/shared/ui/plan-limits.tsx'
import { RecordingForm, type RecordingDetails } from '@callfolio/shared/ui/recording/recording-form.tsx'
import { SeveralFiles } from '@callfolio/shared/ui/recording/several-files.tsx'
import type { ChosenFile, ChosenFiles } from '@callfolio/shared/ui/recording/use-chosen-files.ts'
import { useSession } from '../account/session-provider.tsx'
import { useUsage } from '../account/use-usage.ts'
import { useServices } from '../services.tsx'
import { PricingLink } from '../web-link.tsx'
import { FinishedDownloads } from './finished-downloads.tsx'
import { FoundRecordings } from './found-recordings.tsx'
import { ModelChoice } from './model-choice.tsx'
import { useCapabilities } from './use-capabilities.ts'
import { useFoundRecordings } from './use-found-recordings.ts'

/** Choosing a recording from disk and entering its details. @param files the files chosen here or dropped elsewhere. */
export function PickRecording({ files }: { files: ChosenFiles }) {
  const { uploads, wantsLink } = useServices()
  const { user } = useSession()
  const { data: usage } = useUsage()
  const { data: capabilities } = useCapabilities()
  const { chosen: all, refused, cleared, isChecking, choose, clear } = files
  const [chosen] = all
  const watched = useFoundRecordings()
  const [untilModel, setUntilModel] = useState<UntilModel>()
  const send = useMutation({
    mutationFn: async (calls: { call: ChosenFile; details: Partial<RecordingDetails> }[]) => {
      if (user === null) return
      for (const { call, details } of calls) {
        const { file, handle, durationSeconds = null } = call
        const entry = createUploadEntry(fileToSend(file), {
          userId: user.id,
          ...details,
          ...(untilModel !== undefined && details.captions === null ? { untilModel } : {}),
          ...(handle ? { handle } : {}),
          link: await wantsLink(),
        })
        await uploads.send(entry, file, durationSeconds)
        await watched.handle([file])
      }
    },
    onSuccess: clear,
  })
  const plan = usage ? PLANS[usage.plan_id] : null
  const used = usage && isUsedUp(usage) ? usage : null
  const duration = chosen?.durationSeconds ?? null
  const pick = (picked: PickedFile[]): void => {
    const videos = picked.filter(({ file }) => !isAudioFile(file))
    void (videos.some(({ file }) => !isTranscriptFile(file.name)) ? choose(videos) : choose(picked, 'audio'))
  }

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
    <section aria-labelledby="pick" className="grid grid-cols-1 gap-3">
      <h2 id="pick" className="text-17 font-semibold">
        Upload a recording
      </h2>
      {used && (
        <LimitReached tone="info" message={limitReachedMessage(used.used, used.limit)} pricingLink={PricingLink} />
      )}
      <FileProblems refused={refused} isAll={!chosen} onPick={(picked) => void choose(picked, 'audio')} />
      {send.isError && <Banner tone="danger">{send.error.message}</Banner>}
      {all.length > 1 ? (
        <SeveralFiles
          chosen={all}
          plan={plan}
          usage={usage}
          busy={send.isPending}
          onCancel={clear}
          onSubmit={(taken) =>
            send.mutate(taken.map((call) => ({ call, details: { captions: call.captions?.text ?? null } })))
          }
        />
      ) : chosen ? (
        <RecordingForm
          chosen={chosen}
          blocked={used !== null || send.isPending}
          capabilities={capabilities}
          withoutCaptions={<ModelChoice value={untilModel} onChange={setUntilModel} />}
          onRemove={clear}
          onReplace={(picked) => void choose([picked], isAudioFile(picked.file) ? 'audio' : 'video')}
          onSubmit={(details) => send.mutate([{ call: chosen, details }])}
        />
      ) : isChecking ? (
        <CheckingFiles />
      ) : (
        <>
          <FinishedDownloads
            downloads={watched.downloads}
            onPick={pick}
            onDismiss={(id) => void watched.dismissDownload(id)}
          />
          <FoundRecordings watched={watched} onPick={pick} />
          <DropZone focused={cleared} onPick={(picked) => void choose(picked)} />
          <OtherFiles onPick={(picked) => void choose(picked, 'audio')} />
        </>
      )}
    </section>
  )
}
