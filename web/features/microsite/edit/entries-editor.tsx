import { Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { EditForm } from './edit-form.tsx'
import { getEntries, insertAfter, moveRow, NEW_ROW, type EntryDraft } from './entry-drafts.ts'
import { withWaiting, type ListField } from './owner-edit.ts'
import { RowActions, useRowFocus } from './row-actions.tsx'
import type { DraftState } from './use-draft.ts'

const MAX_TEXT = 5000

interface EntriesEditorProps {
  site: Microsite
  field: ListField
  /** The section's title, and the name of one entry in the middle of a sentence. */
  title: string
  noun: string
  state: DraftState<EntryDraft[]>
}

/**
 * Edits a list of points or todos. By keyboard: Enter adds a row, Backspace in an empty one removes it, Alt with an
 * arrow moves it.
 */
export function EntriesEditor({ site, field, title, noun, state }: EntriesEditorProps) {
  const { draft: rows, change, cancel, save } = state
  const { list, focusRow } = useRowFocus()
  if (rows === null) return null

  const add = (index: number) => {
    const next = insertAfter(rows, index, NEW_ROW)
    focusRow(next[index + 1]?.key)
    change(() => next)
  }
  const remove = (index: number) => {
    focusRow((rows[index - 1] ?? rows[index + 1])?.key)
    change(() => rows.toSpliced(index, 1))
  }
  const move = (index: number, by: -1 | 1) => change(() => moveRow(rows, index, by))
  const onKeyDown = (event: KeyboardEvent, index: number) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && !event.shiftKey) add(index)
    else if (event.key === 'Backspace' && rows[index]?.text === '' && rows.length > 1) remove(index)
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      focusRow(rows[index]?.key)
      move(index, event.key === 'ArrowUp' ? -1 : 1)
    } else return
    event.preventDefault()
  }
  const reset = site[field] === null ? undefined : () => void save({ [field]: null }, `${title}: original restored.`)
  return (
    <EditForm
      label={title}
      onSave={() => void save({ [field]: withWaiting(site, field, getEntries(rows)) }, `${title} saved.`)}
      onCancel={cancel}
      onReset={reset}
    >
      <ol ref={list} className="grid gap-2">
        {rows.map((row, index) => (
          <li key={row.key} className="flex gap-1 max-sm:flex-col max-sm:items-end">
            <div className="grid w-full min-w-0 gap-1">
              <GrowingText
                data-row={row.key}
                aria-label={`${noun} ${index + 1}`}
                maxLength={MAX_TEXT}
                value={row.text}
                className="text-15"
                onKeyDown={(event) => onKeyDown(event, index)}
                onChange={(event) =>
                  change((before) =>
                    before.map((one) => (one.key === row.key ? { ...one, text: event.target.value } : one)),
                  )
                }
              />
            </div>
            <RowActions
              what={`${noun} ${index + 1}`}
              first={index === 0}
              last={index === rows.length - 1}
              onMove={(by) => move(index, by)}
              onRemove={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Button variant="quiet" size="sm" onClick={() => add(rows.length - 1)} className="justify-self-start">
        <Plus size={15} aria-hidden />
        Add {noun}
      </Button>
    </EditForm>
  )
}
