import { ChevronRight } from 'lucide-react'
import { useId, useRef } from 'react'
import type { Microsite, WithheldItem } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useSaveEdit } from '../microsite/edit/use-draft.ts'
import { MomentChip } from '../microsite/read/moment-chip.tsx'
import { SECTION_NAMES } from '../sharing/link-terms.ts'
import { reasonText } from './check-reasons.ts'
import { withheldRows, type WithheldRow } from './withheld-rows.ts'

/** What verification kept off the page and why, folded away; only for its owner. Nothing where nothing was kept off. */
export function WithheldSection({ site }: { site: Microsite }) {
  const heading = useRef<HTMLElement>(null)
  const save = useSaveEdit(site.id)
  const rows = site.status === 'active' ? withheldRows(site) : []
  if (rows.length === 0) return null
  const show = ({ edit, item }: WithheldRow) => {
    // The row goes with its button.
    heading.current?.focus()
    if (edit !== null) void save(edit, `Shown: ${nameOf(item.list)}.`)
  }
  return (
    <details className="group border-t border-line">
      <summary
        ref={heading}
        className="flex cursor-pointer list-none items-center gap-2 rounded-sm py-3 text-15 text-muted hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight
          size={18}
          aria-hidden
          className="shrink-0 transition-transform duration-150 group-open:rotate-90"
        />
        Not shown, because…
        <span className="text-13 tabular-nums">{rows.length}</span>
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-1 pb-5 pl-6.5">
        <p className="text-13 text-muted">Only you see this: it is on no shared page, in no export and in no e-mail.</p>
        <ul aria-label="Not shown" className="grid grid-cols-1 gap-5">
          {rows.map((row) => (
            <Row key={row.key} row={row} onShow={() => show(row)} />
          ))}
        </ul>
      </div>
    </details>
  )
}

function Row({ row: { item, speaker, moment, edit }, onShow }: { row: WithheldRow; onShow: () => void }) {
  const words = useId()
  return (
    <li className="grid grid-cols-1 gap-1">
      <p dir="auto" className="text-15 text-pretty wrap-anywhere">
        <span id={words}>{item.text}</span>
        {moment && (
          <>
            {' '}
            <MomentChip moment={moment} speaker={speaker} />
          </>
        )}
      </p>
      <p className="text-13 wrap-anywhere text-muted">
        {nameOf(item.list)} · {reasonText(item)}
      </p>
      {edit !== null && (
        <button
          type="button"
          aria-describedby={words}
          onClick={onShow}
          className={`-ml-3 justify-self-start ${buttonClass('quiet', 'sm')}`}
        >
          {labelOf(item)}
        </button>
      )}
    </li>
  )
}

function nameOf(list: WithheldItem['list']): string {
  return list === 'title' ? 'Title' : SECTION_NAMES[list]
}

function labelOf({ reason }: WithheldItem): string {
  return reason === 'quote' ? 'Quote the line instead' : 'Show it anyway'
}
