import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useFocusWhen } from '@callfolio/shared/ui/use-focus-when.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'

interface EditButtonProps {
  /** What it edits ("Summary"). */
  what: string
  /** While the section is edited the button is away; afterwards it has the focus again. */
  editing: boolean
  onClick: () => void
}

/** The quiet way into editing a section. */
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
