import type { PlainEdit } from '@callfolio/shared/contract/microsite-fields.ts'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { EditForm } from './edit-form.tsx'
import type { OwnerEdit } from './owner-edit.ts'
import type { DraftState } from './use-draft.ts'

/** A text field of the form. */
interface HeaderField {
  label: string
  maxLength: number
  className: string
  rows?: number
  /** A single line of text, however long. */
  oneLine?: true
  /** Null when empty. */
  optional?: true
}

/** In the form's order. */
const FIELDS: Record<Exclude<keyof PlainEdit, 'call_date'>, HeaderField> = {
  title: { label: 'Title', maxLength: 300, className: 'text-21 font-semibold tracking-tight', oneLine: true },
  description: { label: 'Description', maxLength: 5000, className: 'text-17', rows: 2, optional: true },
}
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[]

export type HeaderDraft = Record<keyof PlainEdit, string>

/** The form's initial values. */
export function headerDraft({ title, description, call_date }: Microsite): HeaderDraft {
  return { title, description: description ?? '', call_date: call_date ?? '' }
}

/** The draft's changes to the microsite; empty: none. */
export function headerEdit(site: Microsite, draft: HeaderDraft): OwnerEdit {
  const edit: OwnerEdit = {}
  for (const name of NAMES) {
    const text = draft[name].trim()
    const value = text === '' && FIELDS[name].optional ? null : text
    if (value !== site[name]) Object.assign(edit, { [name]: value })
  }
  const date = draft.call_date === '' ? null : draft.call_date
  if (date !== site.call_date) edit.call_date = date
  return edit
}

/** Edits the title, the description and the date of the call. */
export function HeaderEditor({ site, state }: { site: Microsite; state: DraftState<HeaderDraft> }) {
  const { draft, change, cancel, save } = state
  if (draft === null) return null
  const onSave = () => {
    const edit = headerEdit(site, draft)
    if (Object.keys(edit).length === 0) cancel()
    else void save(edit, 'Saved.')
  }
  const incomplete = NAMES.some((name) => !FIELDS[name].optional && draft[name].trim() === '')
  return (
    <EditForm label="Title and description" onSave={onSave} onCancel={cancel} saveDisabled={incomplete}>
      {NAMES.map((name) => {
        const { label, optional = false, oneLine, ...textarea } = FIELDS[name]
        return (
          <Field key={name} label={label} optional={optional}>
            {(id) => (
              <GrowingText
                id={id}
                {...textarea}
                value={draft[name]}
                onChange={({ target }) => {
                  const text = oneLine ? target.value.replace(/\s*\n\s*/g, ' ') : target.value
                  change((before) => ({ ...before, [name]: text }))
                }}
              />
            )}
          </Field>
        )
      })}
      <Field label="Date of the call" optional>
        {(id) => (
          <input
            id={id}
            type="date"
            min="1970-01-01"
            max="2200-12-31"
            value={draft.call_date}
            onChange={({ target }) => change((before) => ({ ...before, call_date: target.value }))}
            className={`${INPUT} h-10 w-44`}
          />
        )}
      </Field>
    </EditForm>
  )
}
