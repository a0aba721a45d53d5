import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Field } from '@callfolio/shared/ui/field.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { EditForm } from './edit-form.tsx'
import type { DraftState } from './use-draft.ts'

const MAX_TITLE = 300
const MAX_DESCRIPTION = 5000

export interface HeaderDraft {
  title: string
  description: string
}

/** Edits the title and the description. */
export function HeaderEditor({ site, state }: { site: Microsite; state: DraftState<HeaderDraft> }) {
  const { draft, change, cancel, save } = state
  if (draft === null) return null
  const title = draft.title.trim()
  const description = draft.description.trim() || null
  const onSave = () => {
    const edit = { ...(title !== site.title && { title }), ...(description !== site.description && { description }) }
    if (Object.keys(edit).length === 0) cancel()
    else void save(edit, 'Saved.')
  }
  return (
    <EditForm label="Title and description" onSave={onSave} onCancel={cancel} saveDisabled={title === ''}>
      <Field label="Title">
        {(id) => (
          <GrowingText
            id={id}
            maxLength={MAX_TITLE}
            value={draft.title}
            className="text-21 font-semibold tracking-tight"
            // A title is one line, however long.
            onChange={(event) =>
              change((before) => ({ ...before, title: event.target.value.replace(/\s*\n\s*/g, ' ') }))
            }
          />
        )}
      </Field>
      <Field label="Description" optional>
        {(id) => (
          <GrowingText
            id={id}
            rows={2}
            maxLength={MAX_DESCRIPTION}
            value={draft.description}
            className="text-17"
            onChange={(event) => change((before) => ({ ...before, description: event.target.value }))}
          />
        )}
      </Field>
    </EditForm>
  )
}
