import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_EXPIRY_OPTIONS, type ShareExpiryDays } from '@callfolio/shared/share-expiry.ts'
import { useCopy } from '../../lib/use-copy.ts'
import { Banner } from '../../ui/banner.tsx'
import { buttonClass } from '../../ui/button.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { NewLink } from './new-link.tsx'
import { useCreateLink } from './use-links.ts'

const COPIED_MS = 2000

interface ShareDialogProps {
  microsite: Pick<Microsite, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Picks how long a link lives, makes it and copies it. */
export function ShareDialog({ microsite, open, onOpenChange }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share Microsite"
      description={`Anyone with the link can read “${microsite.title}” until it expires, without an account. The video is not shown.`}
    >
      <SharePicker micrositeId={microsite.id} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function SharePicker({ micrositeId, onDone }: { micrositeId: string; onDone: () => void }) {
  const [label, setLabel] = useState('')
  const create = useCreateLink()
  const { state, copy } = useCopy(COPIED_MS)

  const choose = (days: ShareExpiryDays) => {
    const made = create.mutateAsync({ microsite_id: micrositeId, expires_in_days: days, label })
    void copy(made.then(({ share_url }) => share_url))
  }

  if (create.data) {
    return <NewLink link={create.data} copyState={state} onCopy={(url) => void copy(url)} onAnother={() => create.reset()} onDone={onDone} />
  }
  return (
    <div className="grid gap-5">
      <TextField label="Who is it for?" optional maxLength={120} placeholder="Acme, procurement" hint="Only you see this." value={label} onChange={({ target }) => setLabel(target.value)} />
      <fieldset className="grid gap-1.5">
        <legend className="mb-1.5 text-13 font-medium">Link expires after</legend>
        <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
          {SHARE_EXPIRY_OPTIONS.map(({ days, label: words }) => (
            <button key={days} type="button" disabled={create.isPending} onClick={() => choose(days)} className={buttonClass('secondary')}>
              {create.isPending && create.variables.expires_in_days === days ? 'Creating...' : words}
            </button>
          ))}
        </div>
      </fieldset>
      {create.isError && <Banner tone="danger">Failed to generate shareable link. Please try again.</Banner>}
    </div>
  )
}
