import { useState, type SyntheticEvent } from 'react'
import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { SHARE_EXPIRY_OPTIONS, type ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { formatMoment } from '@callfolio/shared/format.ts'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { FormProblem, LinkLabelField, MoreOptions } from './link-fields.tsx'
import { getChange, getDraft, draftTerms, getProblem, type LinkDraft } from './link-draft.ts'
import { LinkOptions } from './link-options.tsx'
import { termsInShort } from './link-terms.ts'
import { useChangeLink } from './use-links.ts'
import { useNow } from '../../lib/hooks.ts'

/** Label, expiry, protection and contents of an existing link. */
export function LinkForm({ link, onDone }: { link: ShareableLink; onDone: () => void }) {
  const [draft, setDraft] = useState(() => getDraft(link))
  const [days, setDays] = useState<ShareExpiryDays | null>(null)
  const [unfolded, setUnfolded] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const saving = useChangeLink()
  const toast = useToast()

  const edit = (next: LinkDraft) => {
    setDraft(next)
    setProblem(null)
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = getProblem(draft)
    setProblem(found)
    if (found !== null) return setUnfolded(true)
    const change = getChange(link, draft, days)
    if (change === null) return onDone()
    saving.mutate(
      { id: link.id, change },
      {
        onSuccess: () => {
          onDone()
          toast({ text: 'Link updated.' })
        },
        onError: ({ message }) => setProblem(`Failed to update the link: ${message}`),
      },
    )
  }

  return (
    <form noValidate onSubmit={save} className="grid min-w-0 gap-5">
      <LinkLabelField value={draft.label} onChange={(label) => edit({ ...draft, label })} />
      <ExpiryField expiresAt={link.expires_at} days={days} onChange={setDays} />
      <MoreOptions summary={termsInShort(draftTerms(draft))} open={unfolded} onOpenChange={setUnfolded}>
        <LinkOptions draft={draft} onChange={edit} />
      </MoreOptions>
      {problem !== null && <FormProblem>{problem}</FormProblem>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? 'Saving...' : 'Save changes'}
        </Button>
      </div>
    </form>
  )
}

const MINUTE_MS = 60_000

interface ExpiryFieldProps {
  /** The link's current expiry. */
  expiresAt: string
  /** Null: unchanged. */
  days: ShareExpiryDays | null
  onChange: (days: ShareExpiryDays | null) => void
}

/** Keeps a link's expiry or sets another, counted from now. */
function ExpiryField({ expiresAt, days, onChange }: ExpiryFieldProps) {
  const choose = (value: string) =>
    onChange(SHARE_EXPIRY_OPTIONS.find((option) => String(option.days) === value)?.days ?? null)
  const over = new Date(expiresAt) <= useNow(MINUTE_MS)
  return (
    <Field
      label="Link expires"
      hint={over && days === null ? 'Expired. Choose a new date to make the link work again.' : undefined}
    >
      {(id, hintId) => (
        <select
          id={id}
          aria-describedby={hintId}
          value={days ?? ''}
          onChange={({ target }) => choose(target.value)}
          className={`${INPUT} h-10 pr-8`}
        >
          <option value="">
            {over ? 'Expired' : 'Current'}: {formatMoment(expiresAt)}
          </option>
          {SHARE_EXPIRY_OPTIONS.map((option) => (
            <option key={option.days} value={option.days}>
              {option.label} from now
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
