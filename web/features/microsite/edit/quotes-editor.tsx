import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { useFocusWhen } from '@callfolio/shared/ui/use-focus-when.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { INPUT } from '@callfolio/shared/ui/field.tsx'
import { EditForm } from './edit-form.tsx'
import { getEntries, insertAfter, moveRow, type EntryDraft } from './entry-drafts.ts'
import { withWaiting } from './owner-edit.ts'
import { QuotePicker } from './quote-picker.tsx'
import { RowActions, useRowFocus } from './row-actions.tsx'
import { SpeakerNames } from './speaker-fields.tsx'
import type { DraftState } from './use-draft.ts'

const MAX_NAME = 100

/**
 * Edits the quotes' speakers and order, and adds or removes quotes. Their words are the transcript's and can't be
 * edited.
 */
export function QuotesEditor({ site, state }: { site: Microsite; state: DraftState<EntryDraft[]> }) {
  const { draft: rows, change, cancel, save } = state
  const [picking, setPicking] = useState<'not yet' | 'now' | 'given up'>('not yet')
  const addButton = useFocusWhen<HTMLButtonElement>(picking === 'given up')
  const { list, focusRow } = useRowFocus()
  const names = useId()
  if (rows === null) return null

  const remove = (index: number) => {
    focusRow((rows[index - 1] ?? rows[index + 1])?.key)
    change(() => rows.toSpliced(index, 1))
  }
  const reset = site.quotes === null ? undefined : () => void save({ quotes: null }, 'Quotes: original restored.')
  return (
    <EditForm
      label="Quotes"
      onSave={() => void save({ quotes: withWaiting(site, 'quotes', getEntries(rows)) }, 'Quotes saved.')}
      onCancel={cancel}
      onReset={reset}
    >
      <p className="text-13 text-muted">Quotes are verbatim. Fix wording in the transcript.</p>
      <SpeakerNames id={names} site={site} />
      <ol ref={list} className="grid gap-5">
        {rows.map((row, index) => (
          <li key={row.key} className="grid gap-2 border-l-2 border-line-strong pl-4">
            <p className="text-15 font-medium break-words">“{row.text}”</p>
            <div className="flex items-center gap-1">
              <input
                data-row={row.key}
                aria-label={`Speaker of quote ${index + 1}`}
                placeholder="Unknown speaker"
                list={names}
                maxLength={MAX_NAME}
                value={row.speaker ?? ''}
                onChange={(event) =>
                  change((before) =>
                    before.map((one) => (one.key === row.key ? { ...one, speaker: event.target.value || null } : one)),
                  )
                }
                className={`${INPUT} h-8 max-w-60 py-0 text-13`}
              />
              <RowActions
                what={`quote ${index + 1}`}
                first={index === 0}
                last={index === rows.length - 1}
                onMove={(by) => change(() => moveRow(rows, index, by))}
                onRemove={() => remove(index)}
              />
            </div>
          </li>
        ))}
      </ol>
      {picking === 'now' ? (
        <QuotePicker
          segments={site.segments}
          onCancel={() => setPicking('given up')}
          onPick={(quote) => {
            const next = insertAfter(rows, rows.length - 1, {
              text: quote.text,
              speaker: quote.speaker ?? null,
              entry: quote,
            })
            focusRow(next.at(-1)?.key)
            change(() => next)
            setPicking('not yet')
          }}
        />
      ) : (
        site.segments.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            ref={addButton}
            onClick={() => setPicking('now')}
            className="justify-self-start"
          >
            <Plus size={15} aria-hidden />
            Add a quote from the transcript
          </Button>
        )
      )}
    </EditForm>
  )
}
