import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject, type SyntheticEvent } from 'react'
import { Button, buttonClass } from '@callfolio/shared/ui/button.tsx'
import { useFocusWhen } from '@callfolio/shared/ui/use-focus-when.ts'

interface EditFormProps {
  /** Accessible name of the form, for readers who don't see its heading. */
  label: string
  onSave: () => void
  onCancel: () => void
  /** Restores the analysis' version; absent if nothing was edited. */
  onReset?: (() => void) | undefined
  saveDisabled?: boolean
  children: ReactNode
}

/** A form for editing in place; its first field gets the focus. Escape cancels, Ctrl or Cmd with Enter saves. */
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
        <Button size="sm" type="submit" disabled={saveDisabled}>
          Save
        </Button>
        <Button variant="secondary" size="sm" onClick={onCancel}>
          Cancel
        </Button>
        {onReset && (
          <Button variant="quiet" size="sm" onClick={onReset}>
            Restore original
          </Button>
        )}
        <span aria-hidden className="ml-auto hidden text-13 text-muted lg:inline">
          Esc cancels, Ctrl+Enter or ⌘Enter saves
        </span>
      </div>
    </form>
  )
}

interface EditButtonProps {
  /** What it edits ("Summary"). */
  what: string
  /** While the section is edited the button is hidden; afterwards it gets the focus back. */
  editing: boolean
  onClick: () => void
}

/** The low-key button for editing a section. */
export function EditButton({ what, editing, onClick }: EditButtonProps) {
  const [edited, setEdited] = useState(false)
  if (editing && !edited) setEdited(true)
  const button = useFocusWhen<HTMLButtonElement>(edited && !editing)
  return (
    <button
      ref={button}
      type="button"
      hidden={editing}
      aria-label={`Edit ${what}`}
      onClick={onClick}
      className={editing ? 'hidden' : buttonClass('quiet', 'sm')}
    >
      <Pencil size={14} aria-hidden />
      Edit
    </button>
  )
}

interface EditKeys {
  /** Escape. */
  onCancel: () => void
  /** Ctrl or Cmd with Enter. */
  onSave?: () => void
}

/** The keys that end editing inside an element. Nested handlers come first and stop the key. */
export function useEditKeys(element: RefObject<HTMLElement | null>, { onCancel, onSave }: EditKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape belongs to the input method during composition.
      if (event.isComposing) return
      if (event.key === 'Escape') onCancel()
      else if (onSave && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const target = element.current
    target?.addEventListener('keydown', onKeyDown)
    return () => target?.removeEventListener('keydown', onKeyDown)
  }, [element, onCancel, onSave])
}

/** Focuses the first control of content that the reader opened. `shown` identifies that content. */
export function useFirstFocus<Element extends HTMLElement>(shown: unknown = null): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useEffect(() => {
    const control = element.current?.querySelector<HTMLElement>('input, textarea')
    control?.focus()
  }, [shown])
  return element
}
