import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { canPickHandles, fileOf, pickVideo } from '@callfolio/shared/client/file-handles.ts'
import { probeDuration } from '@callfolio/shared/client/probe-duration.ts'
import {
  matchesEntry,
  notTheSameFile,
  sentPercent,
  unfinishedText,
  type UploadEntry,
} from '@callfolio/shared/client/upload-entry.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { SameFileInput } from '@callfolio/shared/ui/same-file-input.tsx'
import { useServices } from '../../lib/services.tsx'
import { useUpload } from './upload-provider.tsx'
import { refreshUnfinished, UNFINISHED_KEY } from './unfinished-query.ts'

/** One upload that broke off: goes on from where it was, with its kept file or the same one chosen again. */
export function UnfinishedUpload({ entry }: { entry: UploadEntry }) {
  const { uploader } = useServices()
  const { begin, state } = useUpload()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The server's own number is the truth; until it is known, or without a network, the journal's.
  const { data: received } = useQuery({
    queryKey: [...UNFINISHED_KEY, entry.id, 'received'],
    queryFn: () => uploader.receivedBytes(entry),
    retry: false,
    staleTime: 0,
  })
  const known = received === undefined ? entry : { ...entry, sentBytes: received ?? 0 }
  const arrived = entry.storagePath !== null
  const busy = state.phase === 'uploading' || state.phase === 'starting'

  const resume = async (file: File | null) => {
    if (file && !matchesEntry(entry, file)) return setProblem(notTheSameFile(entry))
    begin(known, file, file && (await probeDuration(file)))
    await navigate('/upload')
  }
  const goOn = async () => {
    const kept = !arrived && entry.handle ? await fileOf(entry.handle) : null
    if (arrived || (kept && matchesEntry(entry, kept))) return resume(kept)
    if (!canPickHandles()) return input.current?.click()
    const picked = await pickVideo()
    if (picked) await resume(picked.file)
  }
  const discard = async () => {
    await uploader.discard(entry)
    refreshUnfinished(queryClient)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <p className="truncate text-15 font-medium">{entry.title || entry.fileName}</p>
        <p className="text-13 text-muted">{unfinishedText(known)}</p>
        <ProgressBar thin percent={sentPercent(known)} label={`Sent of ${entry.fileName}`} />
        {problem !== null && (
          <p role="alert" className="text-13 text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <button type="button" disabled={busy} onClick={() => void goOn()} className={buttonClass('primary', 'sm')}>
          {arrived ? 'Create Microsite' : entry.handle ? 'Continue' : 'Choose File'}
        </button>
        <button type="button" onClick={() => void discard()} className={buttonClass('quiet', 'sm')}>
          Discard
        </button>
      </div>
      <SameFileInput ref={input} fileName={entry.fileName} onFile={(file) => void resume(file)} />
    </li>
  )
}
