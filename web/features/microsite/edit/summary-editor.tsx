import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Field } from '@callfolio/shared/ui/field.tsx'
import { GrowingText } from '../../../ui/growing-text.tsx'
import { EditForm } from './edit-form.tsx'
import type { DraftState } from './use-draft.ts'

const MAX_SUMMARY = 20_000
const KEEPS_MOMENTS = 'Unchanged sentences keep their timestamps.'

/** Edits the summary. */
export function SummaryEditor({ site, state }: { site: Microsite; state: DraftState<string> }) {
  const { draft, change, cancel, save } = state
  if (draft === null) return null
  const reset = site.summary === null ? undefined : () => void save({ summary: null }, 'Summary: original restored.')
  return (
    <EditForm
      label="Summary"
      onSave={() => void save({ summary: draft.trim() }, 'Summary saved.')}
      onCancel={cancel}
      onReset={reset}
    >
      <Field label="Text" hint={KEEPS_MOMENTS}>
        {(id, hintId) => (
          <GrowingText
            id={id}
            aria-describedby={hintId}
            rows={4}
            maxLength={MAX_SUMMARY}
            value={draft}
            className="text-17"
            onChange={(event) => change(() => event.target.value)}
          />
        )}
      </Field>
    </EditForm>
  )
}
