import { useRef, useState } from 'react'
import { canPickHandles, getFile, pickVideo } from '@callfolio/shared/client/file-handles.ts'
import { probeDuration } from '@callfolio/shared/client/probe-duration.ts'
import {
  matchesEntry,
  notTheSameFile,
  sentPercent,
  unfinishedText,
  type UploadEntry,
} from '@callfolio/shared/client/uploads/upload-entry.ts'
import { getWayOut, type Failure } from '@callfolio/shared/failures.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LimitReached } from '@callfolio/shared/ui/plan-limits.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { SameFileInput } from '@callfolio/shared/ui/recording/same-file-input.tsx'
import { useServices } from '../services.tsx'
import { PricingLink } from '../web-link.tsx'
import { CardTitle } from './card-title.tsx'
import { useUploadActions } from './use-upload-actions.ts'

interface StoppedUploadProps {
  entry: UploadEntry
  problem: Failure | null
  needsFile: boolean
}

/** An interrupted upload: resumes where it stopped, with its file or the same one chosen again. */
export function StoppedUpload({ entry, problem, needsFile }: StoppedUploadProps) {
  const { uploads } = useServices()
  const { retry, cancel, busy, problem: retryProblem } = useUploadActions(entry.id)
  const input = useRef<HTMLInputElement>(null)
  const [wrong, setWrong] = useState<string | null>(null)

  const resume = async (file: File) => {
    const other = matchesEntry(entry, file) ? null : notTheSameFile(entry)
    setWrong(other)
    if (other === null)
      await uploads.send(entry, file, await probeDuration(file)).catch((error: Error) => setWrong(error.message))
  }
  const goOn = async () => {
    if (!needsFile) return retry()
    const kept = entry.handle ? await getFile(entry.handle) : null
    if (kept && matchesEntry(entry, kept)) return resume(kept)
    if (!canPickHandles()) return input.current?.click()
    const picked = await pickVideo()
    if (picked) await resume(picked.file)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <CardTitle entry={entry} />
      {problem !== null &&
        (getWayOut(problem) === 'upgrade' ? (
          <LimitReached tone="danger" message={problem.message} pricingLink={PricingLink} />
        ) : (
          <Banner tone="danger">{problem.message}</Banner>
        ))}
      <div className="grid gap-1.5">
        <p className="text-13 text-muted">
          {needsFile || entry.storagePath !== null ? unfinishedText(entry) : `Stopped at ${sentPercent(entry)}%`}
        </p>
        <ProgressBar thin percent={sentPercent(entry)} label={`Upload progress of ${entry.fileName}`} />
      </div>
      {(wrong ?? retryProblem) !== null && (
        <p role="alert" className="text-13 wrap-anywhere text-danger">
          {wrong ?? retryProblem}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={busy} onClick={() => void goOn()}>
          {getAction(entry, needsFile)}
        </Button>
        <Button variant="quiet" size="sm" disabled={busy} onClick={cancel}>
          Discard
        </Button>
      </div>
      <SameFileInput ref={input} fileName={entry.fileName} onFile={(file) => void resume(file)} />
    </div>
  )
}

function getAction(entry: UploadEntry, needsFile: boolean): string {
  if (entry.storagePath !== null) return 'Create Microsite'
  return needsFile && !entry.handle ? 'Choose File' : 'Resume upload'
}
