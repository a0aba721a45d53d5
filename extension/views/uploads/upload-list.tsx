import type { Upload } from '../../messaging/uploads-protocol.ts'
import { FailedUpload } from './failed-upload.tsx'
import { MovingUpload } from './moving-upload.tsx'
import { ReadyUpload } from './ready-upload.tsx'
import { StoppedUpload } from './stopped-upload.tsx'

/** Current and finished uploads, with their actions; ready ones last, in a line each. */
export function UploadList({ uploads }: { uploads: Upload[] }) {
  if (uploads.length === 0) return null
  const isReady = ({ state: { phase } }: Upload) => phase === 'ready'
  const ready = uploads.filter(isReady)
  return (
    <section aria-labelledby="uploads" className="grid grid-cols-1 gap-3">
      <h2 id="uploads" className="text-17 font-semibold">
        Uploads
      </h2>
      <ul className="grid grid-cols-1 gap-3 empty:hidden">
        {uploads
          .filter((upload) => !isReady(upload))
          .map((upload) => (
            <li key={upload.entry.id} className="rounded border border-line p-4">
              <UploadCard upload={upload} />
            </li>
          ))}
      </ul>
      <ul className="grid grid-cols-1 divide-y divide-line border-y border-line empty:hidden">
        {ready.map(({ entry }) => (
          <li key={entry.id} className="py-2">
            <ReadyUpload entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function UploadCard({ upload: { entry, durationSeconds, state, isUnanswered } }: { upload: Upload }) {
  switch (state.phase) {
    case 'ready':
      return null
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
