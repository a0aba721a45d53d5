import type { Upload } from '../../messaging/uploads-protocol.ts'
import { FailedUpload } from './failed-upload.tsx'
import { MovingUpload } from './moving-upload.tsx'
import { ReadyUpload } from './ready-upload.tsx'
import { StoppedUpload } from './stopped-upload.tsx'

/** Current and finished uploads, with their actions. */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  if (uploads.length === 0) return null
  return (
    <section aria-labelledby="uploads" className="grid grid-cols-1 gap-3">
      <h2 id="uploads" className="text-17 font-semibold">
        Uploads
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {uploads.map((upload) => (
          <li key={upload.entry.id} className="rounded border border-line p-4">
            <UploadCard upload={upload} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadCard({ upload: { entry, durationSeconds, state, isUnanswered } }: { upload: Upload }) {
  switch (state.phase) {
    case 'ready':
      return <ReadyUpload entry={entry} />
    case 'failed':
      return <FailedUpload entry={entry} failure={state.failure} />
    case 'stopped':
      return <StoppedUpload entry={entry} problem={state.problem} needsFile={state.needsFile} />
    case 'refused':
      return <FailedUpload entry={entry} failure={state.failure} refused />
    case 'waiting':
    case 'retrying':
    case 'sending':
    case 'starting':
    case 'processing':
      return <MovingUpload entry={entry} durationSeconds={durationSeconds} state={state} isUnanswered={isUnanswered} />
  }
}
