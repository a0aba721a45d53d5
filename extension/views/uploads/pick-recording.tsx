import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UntilModel } from '@callfolio/shared/contract/transcript.ts'
import { isTooLong } from '@callfolio/shared/client/recording-file.ts'
import { createUploadEntry, fileToSend } from '@callfolio/shared/client/upload-entry.ts'
import { isUsedUp, limitReachedMessage, PLANS } from '@callfolio/shared/plans.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { DropZone, FileProblem, OtherFile, useChosenFile } from '@callfolio/shared/ui/drop-zone.tsx'
import { LimitReached, TooLong } from '@callfolio/shared/ui/plan-limits.tsx'
import { RecordingForm, type RecordingDetails } from '@callfolio/shared/ui/recording-form.tsx'
import { useSession } from '../account/session-provider.tsx'
import { useUsage } from '../account/use-usage.ts'
import { useServices } from '../services.tsx'
import { PricingLink } from '../web-link.tsx'
import { ModelChoice } from './model-choice.tsx'
import { useCapabilities } from './use-capabilities.ts'

/** Choosing a recording from disk and saying what it is. */
export function PickRecording() {
  const { uploads, wantsLink } = useServices()
  const { user } = useSession()
  const { data: usage } = useUsage()
  const { data: capabilities } = useCapabilities()
  const { chosen, problem, refusedAudio, cleared, choose, chooseOther, clear } = useChosenFile()
  const [untilModel, setUntilModel] = useState<UntilModel>()
  const send = useMutation({
    mutationFn: async (details: RecordingDetails) => {
      if (user === null || chosen === null) return
      const { file, handle, durationSeconds = null } = chosen
      await uploads.send(
        createUploadEntry(fileToSend(chosen), {
          userId: user.id,
          ...details,
          ...(untilModel !== undefined && details.captions === null ? { untilModel } : {}),
          ...(handle ? { handle } : {}),
          link: await wantsLink(),
        }),
        file,
        durationSeconds,
      )
    },
    onSuccess: clear,
  })
  const plan = usage ? PLANS[usage.plan_id] : null
  const used = usage && isUsedUp(usage) ? usage : null
  const duration = chosen?.durationSeconds ?? null

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
    <section aria-labelledby="pick" className="grid grid-cols-1 gap-3">
      <h2 id="pick" className="text-17 font-semibold">
        Upload a recording
      </h2>
      {used && (
        <LimitReached tone="info" message={limitReachedMessage(used.used, used.limit)} pricingLink={PricingLink} />
      )}
      {problem !== null && (
        <FileProblem problem={problem} audio={refusedAudio} onPick={(picked) => void chooseOther(picked)} />
      )}
      {send.isError && <Banner tone="danger">{send.error.message}</Banner>}
      {chosen ? (
        <RecordingForm
          key={chosen.file.name}
          chosen={chosen}
          blocked={used !== null || send.isPending}
          capabilities={capabilities}
          withoutCaptions={<ModelChoice value={untilModel} onChange={setUntilModel} />}
          onRemove={clear}
          onSubmit={(details) => send.mutate(details)}
        />
      ) : (
        <>
          <DropZone focused={cleared} onPick={(picked) => void choose(picked)} />
          <OtherFile onPick={(picked) => void chooseOther(picked)} />
        </>
      )}
    </section>
  )
}
