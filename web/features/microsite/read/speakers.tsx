import { Pencil } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useFocusWhen } from '@callfolio/shared/ui/use-focus-when.ts'
import { talkShare } from '../../../lib/talk-share.ts'
import { SpeakerRename } from '../edit/speaker-fields.tsx'
import { useSaveEdit } from '../edit/use-draft.ts'

/** Opacity of the bars, the most talkative first; speakers beyond the last share it. Percent. */
const STRENGTHS = [100, 64, 40, 24]

const percent = (share: number) => `${Math.round(share * 100)}%`

/** Speaking time by person; a click on a name renames it in the whole microsite. */
export function Speakers({ site }: { site: Microsite }) {
  const { segments, duration_ms } = site
  const { speakers, silence } = useMemo(() => talkShare(segments, duration_ms), [segments, duration_ms])
  const [renaming, setRenaming] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<string | null>(null)
  const save = useSaveEdit(site.id)
  const names = speakers.map(({ speaker }) => speaker)
  if (names.length === 0) return null
  const start = (speaker: string) => {
    setRenaming(speaker)
    setRenamed(null)
  }
  const end = (speaker: string) => {
    setRenaming(null)
    setRenamed(speaker)
  }
  const rename = (from: string, to: string) => {
    end(to)
    void save({ rename_speaker: { from, to } }, `${from} renamed to ${to}.`)
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {names.length > 1 && (
        <div aria-hidden className="flex h-1 gap-0.5 overflow-hidden rounded-full">
          {speakers.map(({ speaker, share }, index) => (
            <span key={speaker} style={{ flexGrow: share, flexBasis: 0, background: barColor(index) }} />
          ))}
        </div>
      )}
      <ul
        aria-label="Speakers"
        className="-my-1 flex flex-wrap items-center gap-x-5 gap-y-1 text-13 text-muted tabular-nums"
      >
        {speakers.map(({ speaker, share }, index) => (
          <li key={speaker} className="flex min-w-0 items-center gap-2">
            {names.length > 1 && (
              <span aria-hidden style={{ background: barColor(index) }} className="size-2 shrink-0 rounded-full" />
            )}
            <SpeakerName
              speaker={speaker}
              editable={site.status === 'active'}
              focused={speaker === renamed}
              onClick={() => start(speaker)}
            />
            {names.length > 1 && percent(share)}
          </li>
        ))}
        {silence !== null && silence >= 0.01 && <li>{percent(silence)} silence</li>}
      </ul>
      {renaming !== null && (
        <div className="rounded border border-line bg-surface p-4">
          <SpeakerRename
            key={renaming}
            speaker={renaming}
            names={names}
            participants={site.participants ?? []}
            onRename={(to) => rename(renaming, to)}
            onCancel={() => end(renaming)}
          />
        </div>
      )}
    </div>
  )
}

interface SpeakerNameProps {
  speaker: string
  editable: boolean
  /** Renaming has just ended. */
  focused: boolean
  onClick: () => void
}

function SpeakerName({ speaker, editable, focused, onClick }: SpeakerNameProps) {
  const button = useFocusWhen<HTMLButtonElement>(focused)
  if (!editable) return <span className="font-medium text-ink">{speaker}</span>
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Rename ${speaker}`}
      onClick={onClick}
      className="group inline-flex h-7 min-w-0 items-center gap-1.5 rounded-sm font-medium text-ink hover:text-accent-text"
    >
      <span className="truncate">{speaker}</span>
      <Pencil size={12} aria-hidden className="shrink-0 text-muted group-hover:text-accent-text" />
    </button>
  )
}

function barColor(index: number): string {
  const strength = STRENGTHS[Math.min(index, STRENGTHS.length - 1)] ?? 0
  return `color-mix(in oklab, var(--muted) ${strength}%, var(--line))`
}
