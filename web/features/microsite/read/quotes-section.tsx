import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { EditButton } from '../edit/edit-button.tsx'
import { draftsOf, type EntryDraft } from '../edit/entry-drafts.ts'
import { QuotesEditor } from '../edit/quotes-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { QuoteList } from './quote-list.tsx'
import { Section } from './section.tsx'

/** The quotes, to read and to edit. */
export function QuotesSection({ site, quotes }: { site: Microsite; quotes: OutlineItem[] }) {
  const state = useDraft<EntryDraft[]>(site.id)
  const editing = state.draft !== null
  return (
    <Section
      title="Quotes"
      filled={quotes.length > 0}
      status={site.status}
      empty="No quotes were found in this call."
      edited={site.quotes !== null}
      actions={
        site.status === 'active' && (
          <EditButton
            what="quotes"
            editing={editing}
            onClick={() => state.start(draftsOf(site.quotes ?? site.gpt_quotes ?? []))}
          />
        )
      }
      editor={editing ? <QuotesEditor site={site} state={state} /> : undefined}
    >
      <QuoteList quotes={quotes} />
    </Section>
  )
}
