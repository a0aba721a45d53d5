import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { getCount } from '@callfolio/shared/format.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useSaveEdit } from '../edit/use-draft.ts'
import { RedactDialog } from '../redact/redact-dialog.tsx'
import { MomentChip } from '../player/moment-chip.tsx'

/** The lines of a page that may not be meant for its recipients, in order. */
export function getPrivateLines({ segments, private_lines: ids }: Pick<Microsite, 'segments' | 'private_lines'>) {
  const named = new Set(ids)
  return segments.filter(({ id, redacted }) => named.has(id) && !redacted)
}

/** Shows the owner which lines may be private, and offers to redact them. */
export function PrivateLinesNotice({ site }: { site: Microsite }) {
  const [redacting, setRedacting] = useState(false)
  const save = useSaveEdit(site.id)
  const lines = getPrivateLines(site)
  const [first] = lines
  if (site.status !== 'active' || first === undefined) return null
  return (
    <>
      <Banner
        tone="warning"
        actions={
          <>
            <Button
              variant="secondary"
              size="sm"
              aria-label="Dismiss private lines"
              onClick={() => void save({ private_lines: null }, 'Dismissed. The lines stay in the microsite.')}
            >
              Dismiss
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setRedacting(true)}>
              Redact...
            </Button>
          </>
        }
      >
        {getCount(lines.length, 'line')} may be private.{' '}
        <MomentChip
          moment={{ startMs: first.start_ms, endMs: first.end_ms, segmentIds: [first.id] }}
          speaker={first.speaker}
        />
      </Banner>
      <RedactDialog
        site={site}
        open={redacting}
        lines={lines.map(({ id }) => id)}
        onClose={() => setRedacting(false)}
      />
    </>
  )
}
