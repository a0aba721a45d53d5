import type { ReactNode, SyntheticEvent } from 'react'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useEditKeys } from '../../../lib/use-edit-keys.ts'
import { useFirstFocus } from '../../../lib/use-first-focus.ts'

interface EditFormProps {
  /** Names the form for those who don't see its heading. */
  label: string
  onSave: () => void
  onCancel: () => void
  /** Goes back to what the analysis wrote; absent where nothing was edited. */
  onReset?: (() => void) | undefined
  saveDisabled?: boolean
  children: ReactNode
}

/** What an owner edits in place; its first field gets the focus. Escape cancels, Ctrl or Cmd with Enter saves. */
export function EditForm({ label, onSave, onCancel, onReset, saveDisabled = false, children }: EditFormProps) {
  const form = useFirstFocus<HTMLFormElement>()
  useEditKeys(form, { onCancel, onSave: () => form.current?.requestSubmit() })
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (!saveDisabled) onSave()
  }
  return (
    <form ref={form} noValidate aria-label={label} onSubmit={onSubmit} className="grid grid-cols-1 gap-4">
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <button type="submit" disabled={saveDisabled} className={buttonClass('primary', 'sm')}>
          Save
        </button>
        <button type="button" onClick={onCancel} className={buttonClass('secondary', 'sm')}>
          Cancel
        </button>
        {onReset && (
          <button type="button" onClick={onReset} className={buttonClass('quiet', 'sm')}>
            Back to the analysis’ version
          </button>
        )}
        <span aria-hidden className="ml-auto hidden text-13 text-muted lg:inline">
          Esc cancels, Ctrl+Enter saves
        </span>
      </div>
    </form>
  )
}
