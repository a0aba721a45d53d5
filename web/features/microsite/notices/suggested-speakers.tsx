import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useSaveEdit } from '../edit/use-draft.ts'
import { MomentChip } from '../player/moment-chip.tsx'

type Suggesting = Pick<Microsite, 'id' | 'status' | 'segments' | 'suggested_speakers'>

/** Suggests names from the call for its unnamed speakers; one click renames them in the whole page. */
export function SuggestedSpeakers({ site }: { site: Suggesting }) {
  const [saving, setSaving] = useState(false)
  const save = useSaveEdit(site.id)
  const labels = new Set(site.segments.map(({ speaker }) => speaker))
  const suggested = (site.suggested_speakers ?? []).filter(({ label }) => labels.has(label))
  if (site.status !== 'active' || suggested.length === 0) return null
  const rename = async () => {
    setSaving(true)
    for (const { label, name } of suggested)
      if (!(await save({ rename_speaker: { from: label, to: name } }, `${label} renamed to ${name}.`))) break
    setSaving(false)
  }
  return (
    <Banner
      actions={
        <>
          <Button
            variant="secondary"
            size="sm"
            aria-label="Dismiss names"
            disabled={saving}
            onClick={() => void save({ suggested_speakers: null }, 'Names dismissed.')}
          >
            Dismiss
          </Button>
          <Button size="sm" disabled={saving} onClick={() => void rename()}>
            {suggested.length === 1 ? 'Use this name' : 'Use these names'}
          </Button>
        </>
      }
    >
      <p>{suggested.length === 1 ? 'Suggested name:' : 'Suggested names:'}</p>
      <ul className="mt-1 grid grid-cols-1 gap-1">
        {suggested.map(({ label, name, segment_id: id }) => {
          const line = site.segments.find((segment) => segment.id === id)
          return (
            <li key={label} className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-0 break-words">
                {label} is <span className="font-medium">{name}</span>
              </span>
              {line && (
                <MomentChip moment={{ startMs: line.start_ms, endMs: line.end_ms, segmentIds: [id] }} speaker={null} />
              )}
            </li>
          )
        })}
      </ul>
    </Banner>
  )
}
