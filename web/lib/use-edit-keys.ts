import { useEffect, type RefObject } from 'react'

interface EditKeys {
  /** Escape. */
  onCancel: () => void
  /** Ctrl or Cmd with Enter. */
  onSave?: () => void
}

/** The keys that end an editing inside an element. What stands further in comes first and keeps the key to itself. */
export function useEditKeys(element: RefObject<HTMLElement | null>, { onCancel, onSave }: EditKeys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // Escape belongs to the input method while it is composing.
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
