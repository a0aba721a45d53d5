import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { Timeline } from './timeline.tsx'
import { clockColumn } from '../../../lib/clock-column.ts'
import { usePlayer } from '../player/player-context.tsx'
import { useTranscriptSearch } from './search-context.tsx'
import { TimelineLine } from './timeline-line.tsx'
import { useReturnFocus } from '../../../ui/dialog.tsx'

/** Below the video on a wide screen: the lines being spoken, or all of them. */
export function SpokenPanel({ expanded }: { expanded: boolean }) {
  return (
    <section
      aria-label="Timeline"
      className={`flex min-h-0 flex-col overflow-hidden rounded border border-line ${expanded ? 'flex-1' : ''}`}
    >
      {expanded ? <Timeline /> : <SpokenLines />}
    </section>
  )
}

const SHOWN = 4

/** The lines around the one being spoken. */
function SpokenLines() {
  const { segments, currentLine, play } = usePlayer()
  const { getMarks } = useTranscriptSearch()
  const first = Math.max(0, Math.min(currentLine - 1, segments.length - SHOWN))
  const shown = segments.slice(first, first + SHOWN)
  return (
    <ol className={`grid content-start p-2 ${clockColumn(segments.at(-1)?.start_ms)}`}>
      {shown.map((segment, index) => (
        <li key={segment.id}>
          <TimelineLine
            segment={segment}
            current={first + index === currentLine}
            continued={shown[index - 1]?.speaker === segment.speaker}
            marks={getMarks(segment.id)}
            onPlay={play}
          />
        </li>
      ))}
    </ol>
  )
}

/** The timeline on a phone: a bottom sheet that leaves the video visible and usable. */
export function TimelineSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const returnFocus = useReturnFocus(open)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange} modal={false}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-x-0 bottom-0 z-40 flex h-[58dvh] flex-col rounded-t border-t border-line bg-raised pb-[env(safe-area-inset-bottom)] shadow-menu"
        >
          <div className="flex items-center justify-between border-b border-line py-2 pr-2 pl-4">
            <Dialog.Title className="text-15 font-semibold">Timeline</Dialog.Title>
            <Dialog.Close
              aria-label="Close timeline"
              className="grid size-10 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
            >
              <X size={18} aria-hidden />
            </Dialog.Close>
          </div>
          <Timeline />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
