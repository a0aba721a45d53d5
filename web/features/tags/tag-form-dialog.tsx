import { useState, type SyntheticEvent } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { tagFormSchema, type Tag } from '@callfolio/shared/contract/tag.ts'
import { DEFAULT_TAG_COLOR, TAG_COLORS, type TagColor } from '@callfolio/shared/tag-colors.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT, TextField } from '@callfolio/shared/ui/field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ColorPicker } from './color-picker.tsx'
import { useSaveTag } from './use-tags.ts'

interface TagFormDialogProps {
  /** The tag to edit; null: a new one. */
  tag: Tag | null
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The limit was reached: another tab was faster. */
  onLimit?: () => void
}

/** Creates a tag or edits one. */
export function TagFormDialog({ tag, open, onOpenChange, onLimit }: TagFormDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={tag === null ? 'Create tag' : 'Edit tag'}
      description={
        tag === null
          ? 'Organize your microsites by account, stage or product.'
          : 'Changes apply to all microsites with this tag.'
      }
    >
      <TagFields tag={tag} onDone={() => onOpenChange(false)} onLimit={onLimit} />
    </Dialog>
  )
}

function TagFields({
  tag,
  onDone,
  onLimit,
}: {
  tag: Tag | null
  onDone: () => void
  onLimit: (() => void) | undefined
}) {
  const [name, setName] = useState(tag?.name ?? '')
  const [color, setColor] = useState<TagColor>(TAG_COLORS.find((known) => known === tag?.color) ?? DEFAULT_TAG_COLOR)
  const [description, setDescription] = useState(tag?.description ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useSaveTag(tag?.id ?? null)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // The dialog may be inside another form's tree.
    event.stopPropagation()
    const form = tagFormSchema.safeParse({ name, color, description })
    if (!form.success) return setProblem(form.error.issues[0]?.message ?? null)
    save.mutate(form.data, {
      onSuccess: onDone,
      onError: (error) => {
        if (onLimit && error instanceof ApiError && error.code === 'tag_limit_reached') return onLimit()
        setProblem(`Failed to ${tag === null ? 'create' : 'update'} tag: ${error.message}`)
      },
    })
  }
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(null)
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField label="Name" maxLength={50} value={name} onChange={edit(setName)} />
      <ColorPicker value={color} onChange={setColor} />
      <Field label="Description" optional>
        {(id) => (
          <textarea
            id={id}
            rows={2}
            maxLength={500}
            value={description}
            onChange={edit(setDescription)}
            className={`${INPUT} resize-y`}
          />
        )}
      </Field>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : tag === null ? 'Create tag' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}
