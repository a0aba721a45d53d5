import { useQuery } from '@tanstack/react-query'
import { Captions, FolderSearch, X } from 'lucide-react'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { PickedFile } from '@callfolio/shared/client/file-handles.ts'
import { probeDuration } from '@callfolio/shared/client/probe-duration.ts'
import { formatLength, formatMoment } from '@callfolio/shared/format.ts'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import type { FoundRecording } from '../../found/find-recordings.ts'
import { canWatchFolders, type useFoundRecordings } from './use-found-recordings.ts'

interface FoundRecordingsProps {
  watched: ReturnType<typeof useFoundRecordings>
  onPick: (files: PickedFile[]) => void
}

/** New recordings in the folder that the person watches; otherwise the offer to watch one. */
export function FoundRecordings({ watched, onPick }: FoundRecordingsProps) {
  const { folder, isAllowed, found, watch, allow, stop, handle } = watched
  if (!canWatchFolders()) return null
  if (folder === null) {
    return (
      <p className="flex items-start gap-2 text-13 text-muted">
        <FolderSearch size={16} className="mt-0.5 shrink-0" aria-hidden />
        <span>
          Recording with Zoom, Teams, OBS or QuickTime?{' '}
          <button type="button" onClick={() => void watch()} className={TEXT_LINK}>
            Watch a folder
          </button>
        </span>
      </p>
    )
  }
  return (
    <section aria-labelledby="found" className="grid grid-cols-1 gap-2 rounded border border-line p-3">
      <div className="flex items-baseline justify-between gap-3">
        <h3 id="found" className="min-w-0 truncate text-15 font-medium">
          New in {folder}
        </h3>
        <button type="button" onClick={() => void stop()} className={`shrink-0 text-13 ${TEXT_LINK}`}>
          Stop watching
        </button>
      </div>
      {!isAllowed ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-13 text-muted">
          Allow {BRAND.name} to read this folder again.
          <Button variant="secondary" size="sm" onClick={() => void allow()}>
            Allow
          </Button>
        </p>
      ) : found.length === 0 ? (
        <p className="text-13 text-muted">No new recordings.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-2">
          {found.map((one) => (
            <FoundItem
              key={one.key}
              found={one}
              onUpload={() => onPick(getFiles(one))}
              onDismiss={() => void handle([one.recording.file])}
            />
          ))}
        </ul>
      )}
      {isAllowed && found.length > 1 && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => onPick(found.flatMap(getFiles))}
          className="justify-self-start"
        >
          Upload all
        </Button>
      )}
    </section>
  )
}

function getFiles({ recording, captions }: FoundRecording): PickedFile[] {
  return captions === null ? [recording] : [recording, captions]
}

interface FoundItemProps {
  found: FoundRecording
  onUpload: () => void
  onDismiss: () => void
}

function FoundItem({ found: { key, title, recording, captions }, onUpload, onDismiss }: FoundItemProps) {
  const { data: seconds = null } = useQuery({
    queryKey: ['found-length', key],
    queryFn: () => probeDuration(recording.file),
    staleTime: Infinity,
  })
  const savedAt = formatMoment(new Date(recording.file.lastModified).toISOString())
  return (
    <li className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="truncate text-15" dir="auto" title={recording.file.name}>
          {title}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
          <span>{savedAt}</span>
          {seconds !== null && <span>{formatLength(seconds * 1000)}</span>}
          {captions !== null && (
            <span className="inline-flex items-center gap-1">
              <Captions size={14} aria-hidden />
              Captions
            </span>
          )}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={onUpload}>
        Upload
        <span className="sr-only"> {title}</span>
      </Button>
      <IconButton label={`Dismiss ${title}`} icon={X} iconSize={16} onClick={onDismiss} className="shrink-0" />
    </li>
  )
}
