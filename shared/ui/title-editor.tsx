import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { MAX_TITLE } from '../titles.ts'
import { Button } from './button.tsx'
import { INPUT } from './field.tsx'

export interface TitleEditorProps {
  /** Current title; empty: none yet. */
  title: string
  /** Shown while there is no title. */
  placeholder: string
  /** Present or future source of the title. */
  note?: string | undefined
  className?: string
  /** For a title that is a heading of the page. */
  as?: 'p' | 'h3'
  /** @throws an error that is shown as not saved. */
  onSave: (title: string) => Promise<unknown>
}

/** A title that can be edited in place. */
export function TitleEditor({
  title,
  placeholder,
  note,
  className = 'truncate text-15 font-medium',
  as: Name = 'p',
  onSave,
}: TitleEditorProps) {
  const [isEditing, setEditing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    // The focus returns to where it was.
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing)
    return <TitleForm title={title} placeholder={placeholder} onSave={onSave} onEnd={() => setEditing(false)} />
  return (
    <div className="grid min-w-0 grid-cols-1 gap-0.5">
      <div className="flex min-w-0 items-center gap-1">
        <Name dir="auto" className={`min-w-0 ${className} ${title === '' ? 'text-muted' : ''}`} title={title}>
          {title || placeholder}
        </Name>
        <button
          ref={button}
          type="button"
          aria-label="Change the title"
          title="Change the title"
          onClick={() => setEditing(true)}
          className="grid size-7 shrink-0 place-items-center rounded text-muted hover:bg-surface hover:text-ink"
        >
          <Pencil size={14} aria-hidden />
        </button>
      </div>
      {note !== undefined && <p className="text-13 text-muted">{note}</p>}
    </div>
  )
}

function TitleForm({
  title,
  placeholder,
  onSave,
  onEnd,
}: Pick<TitleEditorProps, 'title' | 'placeholder' | 'onSave'> & { onEnd: () => void }) {
  const [text, setText] = useState(title)
  const [state, setState] = useState<'editing' | 'saving' | 'failed'>('editing')
  const isEmpty = text.trim() === ''
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (isEmpty) return
    setState('saving')
    await onSave(text.trim()).then(onEnd, () => setState('failed'))
  }
  return (
    <form onSubmit={(event) => void save(event)} className="grid grid-cols-1 gap-2">
      <input
        ref={input}
        aria-label="Meeting Title"
        value={text}
        maxLength={MAX_TITLE}
        placeholder={placeholder}
        onKeyDown={({ key }) => key === 'Escape' && onEnd()}
        onChange={({ target }) => setText(target.value)}
        className={`${INPUT} h-9`}
      />
      {state === 'failed' && (
        <p role="alert" className="text-13 text-danger">
          We couldn’t save the title. Try again.
        </p>
      )}
      <div className="flex gap-1">
        <Button size="sm" type="submit" disabled={isEmpty || state === 'saving'}>
          Save
        </Button>
        <Button variant="secondary" size="sm" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
