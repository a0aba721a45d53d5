import { transcribesByModel } from '@callfolio/shared/ai-use.ts'
import { getMicrositeId, titleOfEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadState } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { estimateSeconds, estimateText } from '@callfolio/shared/progress/estimate.ts'
import { formatMegabytes } from '@callfolio/shared/format.ts'
import { overallPercent } from '@callfolio/shared/progress/overall-progress.ts'
import { STEP, stepNames } from '@callfolio/shared/progress/steps.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { ProgressPanel } from '@callfolio/shared/ui/progress-bar.tsx'
import { CopyLink } from '../share/copy-link.tsx'
import { CallCard } from './call-card.tsx'
import type { Upload } from '../../messaging/uploads-protocol.ts'
import { CardTitle, EditableTitle } from './card-title.tsx'
import { describeWaiting } from '../recorder/sending.ts'
import { useCapabilities } from './use-capabilities.ts'
import { useUploadActions } from './use-upload-actions.ts'

type Moving = Extract<UploadState, { phase: 'waiting' | 'retrying' | 'sending' | 'starting' | 'processing' }>

interface MovingUploadProps {
  entry: UploadEntry
  durationSeconds: number | null
  state: Moving
  isUnanswered: boolean
}

/** An upload in progress through the seven steps. */
export function MovingUpload({ entry, durationSeconds, state, isUnanswered }: MovingUploadProps) {
  const { cancel, busy } = useUploadActions(entry.id)
  const { data: capabilities } = useCapabilities()
  if (state.phase === 'waiting') {
    return (
      <div className="grid grid-cols-1 gap-1">
        <CardTitle entry={entry}>
          <CancelButton busy={busy} onClick={cancel} />
        </CardTitle>
        <p className="text-13 text-muted">Waiting for the previous upload.</p>
      </div>
    )
  }
  const withCaptions = entry.captions !== null
  const estimate = estimateSeconds({ durationSeconds, withCaptions, capabilities })
  return (
    <div className="grid grid-cols-1 gap-4">
      <EditableTitle entry={entry}>
        {state.phase === 'sending' && <CancelButton busy={busy} onClick={cancel} />}
      </EditableTitle>
      <ProgressPanel
        {...getProgress(entry, state, isUnanswered)}
        byModel={transcribesByModel({ withCaptions, capabilities })}
      >
        {estimate !== null && <p>Estimated processing time: {estimateText(estimate)}.</p>}
        <p>
          You can close this panel.{' '}
          {state.phase === 'processing'
            ? 'Processing continues on the server.'
            : 'Keep the browser open until the upload finishes. If it closes, you can resume.'}
        </p>
      </ProgressPanel>
      <div className="flex flex-wrap gap-2">
        <CopyLink micrositeId={getMicrositeId(entry)} title={titleOfEntry(entry)} url={entry.shareUrl ?? null} />
      </div>
    </div>
  )
}

interface MovingCallsProps {
  uploads: readonly MovingCallUpload[]
  /** Whether titles can be changed here. */
  isEditable?: boolean
}

/** Uploads in progress, each in a small card. */
export function MovingCalls({ uploads, isEditable = false }: MovingCallsProps) {
  return uploads.map((upload) => (
    <section
      key={upload.entry.id}
      aria-label={`Upload of ${titleOfEntry(upload.entry)}`}
      className="rounded border border-line p-3"
    >
      <MovingCall upload={upload} isEditable={isEditable} />
    </section>
  ))
}

function MovingCall({
  upload: { entry, state, isUnanswered },
  isEditable,
}: {
  upload: MovingCallUpload
  isEditable: boolean
}) {
  const { percent, detail, step } = getProgress(entry, state, isUnanswered)
  return (
    <CallCard
      micrositeId={getMicrositeId(entry)}
      title={titleOfEntry(entry)}
      heading={isEditable && <EditableTitle entry={entry} />}
      status={detail ?? stepNames(false)[step] ?? ''}
      percent={percent}
      link={entry.link === true ? { url: entry.shareUrl ?? null, isCopied: false } : 'none'}
      isWaiting={isUnanswered}
    />
  )
}

/** An upload that has had its turn. */
export type MovingCallUpload = Upload & { state: Exclude<Moving, { phase: 'waiting' }> }

/** Whether an upload is in progress and has had its turn. */
export function isMovingCall(upload: Upload): upload is MovingCallUpload {
  const { phase } = upload.state
  return phase === 'sending' || phase === 'starting' || phase === 'retrying' || phase === 'processing'
}

function CancelButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <Button variant="quiet" size="sm" disabled={busy} onClick={onClick} className="-my-1.5 -mr-3 shrink-0">
      Cancel
    </Button>
  )
}

function getProgress(
  { sentBytes, fileSize }: UploadEntry,
  state: Exclude<Moving, { phase: 'waiting' }>,
  isUnanswered: boolean,
) {
  if (state.phase === 'processing') return { step: state.step, percent: state.percent, detail: state.detail }
  const total = fileSize ?? 0
  const sent = state.phase === 'starting' ? total : sentBytes
  return {
    step: STEP.upload,
    percent: overallPercent({ phase: 'uploading', fraction: sent / Math.max(1, total) }),
    detail: isUnanswered
      ? describeWaiting(sent, total)
      : `${formatMegabytes(sent)} of ${formatMegabytes(total)} uploaded`,
  }
}
