import { useState, type SyntheticEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { quoted } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useChangeCard } from '../library/use-change-card.ts'
import { CreateTagButton } from './create-tag-button.tsx'
import { TagDot } from './tag-marks.tsx'
import { useTags } from './use-tags.ts'

interface AddTagsDialogProps {
  microsite: Pick<Microsite, 'id' | 'title' | 'tags'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Selects a microsite's tags. */
export function AddTagsDialog({ microsite, open, onOpenChange }: AddTagsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Tags"
      description={`Tags for ${quoted(microsite.title)}`}
    >
      <TagChoice microsite={microsite} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function TagChoice({ microsite, onDone }: { microsite: Pick<Microsite, 'id' | 'tags'>; onDone: () => void }) {
  const { data: tags, isError, refetch } = useTags()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(microsite.tags))
  const { mutate: change } = useChangeCard({ done: 'Tags saved.', failed: 'Failed to save tags' })

  const toggle = (name: string) =>
    setChosen((names) =>
      names.has(name) ? new Set([...names].filter((other) => other !== name)) : new Set([...names, name]),
    )
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    // Only existing tags: one may have been deleted since.
    const names = (tags ?? []).map(({ name }) => name).filter((name) => chosen.has(name))
    change({ id: microsite.id, to: { tags: names }, from: { tags: microsite.tags } })
    onDone()
  }

  if (isError) return <LoadError onRetry={() => void refetch()}>Failed to load tags.</LoadError>
  if (!tags) return <Spinner label="Loading..." />
  return (
    <form onSubmit={save} className="grid grid-cols-1 gap-5">
      {tags.length === 0 ? (
        <p className="text-15 text-muted">You have no tags yet.</p>
      ) : (
        <fieldset className="-mx-2 min-w-0 max-h-[45dvh] overflow-y-auto">
          <legend className="sr-only">Tags</legend>
          {tags.map(({ id, name, color }) => (
            <label
              key={id}
              className="flex min-w-0 cursor-pointer items-center gap-3 rounded-sm px-2 py-2 text-15 hover:bg-surface"
            >
              <input
                type="checkbox"
                checked={chosen.has(name)}
                onChange={() => toggle(name)}
                className="size-4 shrink-0 accent-accent-fill"
              />
              <TagDot color={color} />
              <span className="min-w-0 break-words">{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <CreateTagButton />
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" onClick={onDone}>
            Cancel
          </Button>
          <Button size="sm" type="submit" disabled={tags.length === 0}>
            Save tags
          </Button>
        </div>
      </div>
    </form>
  )
}
