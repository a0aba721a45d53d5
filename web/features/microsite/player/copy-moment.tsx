import { Check, Link2 } from 'lucide-react'
import { useState } from 'react'
import { formatClock } from '@callfolio/shared/format.ts'
import { CopyField, useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { momentAddress } from '../../../lib/moment-address.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toaster.tsx'

const COPIED_MS = 1500
/** Hidden until the entry is hovered or focused, so that the text stays readable. */
const QUIET =
  'pointer-events-none opacity-0 in-[:is(li,figure):hover]:pointer-events-auto in-[:is(li,figure):hover]:opacity-100 in-[:is(li,figure):focus-within]:pointer-events-auto in-[:is(li,figure):focus-within]:opacity-100'

/** Copies the URL of a timestamp on this page. @param ms the timestamp. */
export function CopyMoment({ ms }: { ms: number }) {
  const toast = useToast()
  const { state, copy } = useCopy(COPIED_MS)
  const [byHand, setByHand] = useState(false)
  const clock = formatClock(ms)
  const address = momentAddress(location.origin + location.pathname, ms)
  const take = async () => {
    if (await copy(address))
      toast({ text: `Link to ${clock} copied. It opens only for you; others need a shared link.` })
    else setByHand(true)
  }
  const Icon = state === 'copied' ? Check : Link2
  return (
    <>
      <button
        type="button"
        aria-label={`Copy link to ${clock}`}
        title="Copy link with timestamp"
        onClick={() => void take()}
        className={`inline-grid size-6 place-items-center rounded-full align-middle text-muted transition-opacity duration-150 hover:bg-accent-soft hover:text-accent-text ${QUIET}`}
      >
        <Icon size={13} aria-hidden className={state === 'copied' ? 'text-success' : ''} />
      </button>
      <Dialog
        open={byHand}
        onOpenChange={setByHand}
        title={`Link to ${clock}`}
        description="It opens only for you; others need a shared link."
      >
        <CopyField label={`Link to ${clock}`} value={address} state={state} onCopy={() => void copy(address)} />
      </Dialog>
    </>
  )
}
