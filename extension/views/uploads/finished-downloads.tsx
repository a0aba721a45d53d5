import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pickDownloads, type PickedFile } from '@callfolio/shared/client/file-handles.ts'
import { formatMegabytes, formatMoment } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { IconButton } from '@callfolio/shared/ui/icon-button.tsx'
import type { FinishedDownload } from '../../browser/downloads.ts'

interface FinishedDownloadsProps {
  downloads: readonly FinishedDownload[]
  onPick: (files: PickedFile[]) => void
  onDismiss: (id: number) => void
}

/** Recordings that were downloaded. The browser lets no extension read them, so the person picks the file. */
export function FinishedDownloads({ downloads, onPick, onDismiss }: FinishedDownloadsProps) {
  const section = useRef<HTMLElement>(null)
  const isWanted = location.hash === '#downloads' && downloads.length > 0
  // Its notification opens the panel, where this may be out of view.
  useEffect(() => (isWanted ? section.current?.focus() : undefined), [isWanted])
  if (downloads.length === 0) return null
  const pick = async (): Promise<void> => {
    const picked = await pickDownloads()
    if (picked.length > 0) onPick(picked)
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="downloads"
      className="grid grid-cols-1 gap-2 rounded border border-line p-3"
    >
      <h3 id="downloads" className="text-15 font-medium">
        New in your downloads
      </h3>
      <p className="text-13 text-muted">Choose the file, and its captions if you have them.</p>
      <ul className="grid grid-cols-1 gap-2">
        {downloads.map(({ id, name, size, finishedAt }) => (
          <li key={id} className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <p className="text-15 wrap-anywhere" dir="auto">
                {name}
              </p>
              <p className="text-13 text-muted tabular-nums">
                {formatMoment(new Date(finishedAt).toISOString())} · {formatMegabytes(size)}
              </p>
            </div>
            <Button variant="secondary" size="sm" onClick={() => void pick()}>
              Choose
              <span className="sr-only"> {name}</span>
            </Button>
            <IconButton
              label={`Dismiss ${name}`}
              icon={X}
              iconSize={16}
              onClick={() => onDismiss(id)}
              className="shrink-0"
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
