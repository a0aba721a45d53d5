import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import { Link } from '../../ui/link.tsx'
import { canPickHandles, getFile as fileOfHandle, pickVideo } from '@callfolio/shared/client/file-handles.ts'
import { probeDuration } from '@callfolio/shared/client/probe-duration.ts'
import {
  matchesEntry,
  notTheSameFile,
  sentPercent,
  unfinishedText,
  type UploadEntry,
  isCaptionsOnly,
} from '@callfolio/shared/client/uploads/upload-entry.ts'
import { UPLOAD_KEPT_DAYS } from '@callfolio/shared/recording-limits.ts'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { SameFileInput } from '@callfolio/shared/ui/recording/same-file-input.tsx'
import { refreshUnfinished, UNFINISHED_KEY, useUpload } from './upload-provider.tsx'
import { useServices } from '../../lib/services.tsx'
import { useAuth } from '../session/auth-provider.tsx'

/** Interrupted uploads that can be resumed; nothing when there are none. */
export function UnfinishedUploads() {
  const entries = useUnfinished()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="unfinished" className="grid grid-cols-1 gap-3">
      <h2 id="unfinished" className="text-17 font-semibold">
        Unfinished uploads
      </h2>
      <p className="-mt-2 text-13 text-muted">Unfinished uploads are deleted after {UPLOAD_KEPT_DAYS} days.</p>
      <ul className="grid grid-cols-1 divide-y divide-line rounded border border-line">
        {entries.map((entry) => (
          <UnfinishedUpload key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

/** One interrupted upload: resumes where it stopped, with its kept file or the same file chosen again. */
function UnfinishedUpload({ entry }: { entry: UploadEntry }) {
  const { uploader } = useServices()
  const { begin, discard, getFile, state } = useUpload()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  // The server's own count is authoritative; until it is known, or offline, the journal's.
  const { data: received } = useQuery({
    queryKey: [...UNFINISHED_KEY, entry.id, 'received'],
    queryFn: () => uploader.receivedBytes(entry),
    retry: false,
    staleTime: 0,
  })
  const known = received === undefined ? entry : { ...entry, sentBytes: received ?? 0 }
  const arrived = entry.storagePath !== null || isCaptionsOnly(entry)
  const hasFile = entry.handle !== undefined || getFile(entry) !== null
  const busy = state.phase === 'uploading' || state.phase === 'starting'

  const resume = async (file: File | null) => {
    if (file && !arrived && !matchesEntry(entry, file)) return setProblem(notTheSameFile(entry))
    begin(known, file, file && (await probeDuration(file)))
    navigate('/upload')
  }
  const goOn = async () => {
    const kept = arrived ? null : (getFile(entry) ?? (entry.handle ? await fileOfHandle(entry.handle) : null))
    if (arrived || (kept && matchesEntry(entry, kept))) return resume(kept)
    if (!canPickHandles()) return input.current?.click()
    const picked = await pickVideo()
    if (picked) await resume(picked.file)
  }
  const giveUp = async () => {
    await discard(entry)
    refreshUnfinished(queryClient)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4">
      <div className="grid min-w-0 flex-1 basis-64 gap-1.5">
        <p className="truncate text-15 font-medium">{entry.title || entry.fileName}</p>
        <p className="text-13 text-muted">{unfinishedText(known, hasFile)}</p>
        <ProgressBar thin percent={sentPercent(known)} label={`Upload progress of ${entry.fileName}`} />
        {problem !== null && (
          <p role="alert" className="text-13 text-danger">
            {problem}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        <Button size="sm" disabled={busy} onClick={() => void goOn()}>
          {arrived ? 'Create Microsite' : hasFile ? 'Resume upload' : 'Choose File'}
        </Button>
        <Button variant="quiet" size="sm" onClick={() => void giveUp()}>
          Discard
        </Button>
      </div>
      <SameFileInput ref={input} fileName={entry.fileName} onFile={(file) => void resume(file)} />
    </li>
  )
}

/** The signed-in user's interrupted uploads, newest first; not the one running in this tab. */
function useUnfinished(): UploadEntry[] {
  const { journal } = useServices()
  const { user } = useAuth()
  const { state } = useUpload()
  const { data = [] } = useQuery({
    queryKey: UNFINISHED_KEY,
    queryFn: () => journal.list(),
    staleTime: 0,
    networkMode: 'always',
  })
  const runningId = state.phase === 'idle' ? null : state.subject.entryId
  return data.filter(({ id, userId, micrositeId }) => userId === user?.id && micrositeId === null && id !== runningId)
}

/** The upload that continues while the user is elsewhere; nothing when there is none. */
export function RunningUpload() {
  const { state } = useUpload()
  if (state.phase !== 'uploading' && state.phase !== 'starting') return null
  const percent = state.phase === 'starting' ? 100 : (100 * state.sentBytes) / Math.max(1, state.totalBytes)
  return (
    <section
      aria-label="Upload in progress"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded border border-line p-4"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <p className="flex justify-between gap-4 text-15">
          <span className="truncate font-medium">Uploading {state.subject.fileName}</span>
          <span className="text-muted tabular-nums">{Math.floor(percent)}%</span>
        </p>
        <ProgressBar thin percent={percent} label={`Upload of ${state.subject.fileName}`} />
      </div>
      <Link to="/upload" className={buttonClass('secondary', 'sm')}>
        Show
      </Link>
    </section>
  )
}
