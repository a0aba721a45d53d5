import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isConfirmed, type OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'
import { EditButton } from '../edit/edit-form.tsx'
import { getDrafts, type EntryDraft } from '../edit/entry-drafts.ts'
import { QuotesEditor } from '../edit/quotes-editor.tsx'
import { shownEntries } from '../edit/owner-edit.ts'
import { useDraft } from '../edit/use-draft.ts'
import { emptyText, Section } from './section.tsx'
import { MomentWithLink } from '../player/moment-chip.tsx'

/** The quotes, to read and to edit. */
export function QuotesSection({ site, quotes }: { site: Microsite; quotes: OutlineItem[] }) {
  const state = useDraft<EntryDraft[]>(site.id)
  const editing = state.draft !== null
  const shown = quotes.filter(isConfirmed)
  return (
    <Section
      title="Quotes"
      filled={shown.length > 0}
      status={site.status}
      empty={emptyText('quote', quotes)}
      edited={site.quotes !== null}
      actions={
        site.status === 'active' && (
          <EditButton
            what="quotes"
            editing={editing}
            onClick={() => state.start(getDrafts(shownEntries(site, 'quotes')))}
          />
        )
      }
      editor={editing ? <QuotesEditor site={site} state={state} /> : undefined}
    >
      <QuoteList quotes={shown} />
    </Section>
  )
}

/** Verbatim quotes, with the speaker after a dash. */
function QuoteList({ quotes }: { quotes: OutlineItem[] }) {
  return (
    <div className="grid grid-cols-1 gap-7">
      {quotes.map(({ text, speaker, moment }, index) => (
        <figure key={index} dir="auto" className="grid grid-cols-1 gap-2.5 border-s-2 border-line-strong ps-5">
          <blockquote className="text-17 font-medium break-words sm:text-21 sm:leading-8">“{text}”</blockquote>
          {(speaker !== null || moment !== null) && (
            <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-15 text-muted">
              {speaker !== null && <span>— {speaker}</span>}
              {moment && <MomentWithLink moment={moment} speaker={null} />}
            </figcaption>
          )}
        </figure>
      ))}
    </div>
  )
}
