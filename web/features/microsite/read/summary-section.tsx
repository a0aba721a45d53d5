import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { MicrositeOutline } from '@callfolio/shared/microsite-outline.ts'
import { EditButton } from '../edit/edit-button.tsx'
import { SummaryEditor } from '../edit/summary-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { Section } from './section.tsx'
import { SummaryText } from './summary-text.tsx'

/** The summary, to read and to edit. */
export function SummarySection({ site, summary }: { site: Microsite; summary: MicrositeOutline['summary'] }) {
  const state = useDraft<string>(site.id)
  const editing = state.draft !== null
  return (
    <Section
      title="Summary"
      filled={summary.text !== ''}
      status={site.status}
      empty="There is no summary of this call."
      edited={site.summary !== null}
      actions={
        site.status === 'active' && (
          <EditButton what="summary" editing={editing} onClick={() => state.start(summary.text)} />
        )
      }
      editor={editing ? <SummaryEditor site={site} state={state} /> : undefined}
    >
      <SummaryText summary={summary} />
    </Section>
  )
}
