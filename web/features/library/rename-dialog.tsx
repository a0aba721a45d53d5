import { useState, type SyntheticEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { MAX_TITLE } from '@callfolio/shared/titles.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useChangeCard } from './use-change-card.ts'

interface RenameDialogProps {
  microsite: Pick<Microsite, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renames a microsite. */
export function RenameDialog({ microsite, open, onOpenChange }: RenameDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Rename microsite"
      description="Recipients see the new title too."
    >
      <TitleForm microsite={microsite} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function TitleForm({ microsite, onDone }: { microsite: Pick<Microsite, 'id' | 'title'>; onDone: () => void }) {
  const [title, setTitle] = useState(microsite.title)
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate: change } = useChangeCard({ done: 'Renamed.', failed: 'Failed to rename' })

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const next = title.trim()
    if (next === '') return setProblem('Enter a title.')
    if (next !== microsite.title) change({ id: microsite.id, to: { title: next }, from: { title: microsite.title } })
    onDone()
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Title"
        maxLength={MAX_TITLE}
        value={title}
        onChange={({ target }) => {
          setTitle(target.value)
          setProblem(null)
        }}
      />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit">Rename</Button>
      </div>
    </form>
  )
}
