import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import {
  confirmedSummary,
  getUnproven,
  type MicrositeOutline,
  type OutlineItem,
} from '@callfolio/shared/page/microsite-outline.ts'
import { EditButton } from '../edit/edit-form.tsx'
import { SummaryEditor } from '../edit/summary-editor.tsx'
import { useDraft } from '../edit/use-draft.ts'
import { Section } from './section.tsx'
import { UnprovenNote } from '../../../ui/unproven-note.tsx'
import { MomentChip } from '../player/moment-chip.tsx'

/** The summary, to read and to edit. */
export function SummarySection({ site, summary }: { site: Microsite; summary: MicrositeOutline['summary'] }) {
  const state = useDraft<string>(site.id)
  const editing = state.draft !== null
  const shown = confirmedSummary(summary)
  return (
    <Section
      title="Summary"
      filled={shown.text !== ''}
      status={site.status}
      empty={summary.text === '' ? 'This call has no summary.' : 'The summary needs your review.'}
      edited={site.summary !== null}
      actions={
        site.status === 'active' && (
          <EditButton what="summary" editing={editing} onClick={() => state.start(shown.text)} />
        )
      }
      editor={editing ? <SummaryEditor site={site} state={state} /> : undefined}
    >
      <SummaryText summary={shown} />
    </Section>
  )
}

/** A longer last word may break like any other. Characters. */
const SHORT_WORD = 24

/** The summary; sentences backed by the call have a timestamp. */
function SummaryText({ summary: { text, sentences } }: { summary: MicrositeOutline['summary'] }) {
  if (sentences.length === 0) {
    return (
      <p dir="auto" className="text-17 break-words whitespace-pre-line">
        {text}
      </p>
    )
  }
  const unproven = getUnproven(sentences)
  return (
    <div className="grid grid-cols-1 gap-2">
      <p dir="auto" className="text-17 leading-[1.875rem] break-words">
        {sentences.map((sentence, index) => (
          <Sentence key={index} {...sentence} />
        ))}
      </p>
      {unproven.length > 0 && <UnprovenNote parts={unproven} />}
    </div>
  )
}

function Sentence({ text, speaker, moment }: OutlineItem) {
  if (moment === null) return `${text} `
  // The chip stays on the line of the word it follows.
  const lastWord = text.lastIndexOf(' ') + 1
  return (
    <>
      {text.slice(0, lastWord)}
      <span className={text.length - lastWord <= SHORT_WORD ? 'whitespace-nowrap' : ''}>
        {text.slice(lastWord)} <MomentChip moment={moment} speaker={speaker} look="note" />
      </span>{' '}
    </>
  )
}
