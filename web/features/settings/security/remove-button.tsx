import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { quoted } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { needsProof, ProofRequest } from './proof-request.tsx'

interface RemoveButtonProps {
  name: string
  /** The consequences of removing it. */
  children: string
  remove: () => Promise<unknown>
}

/** Asks for confirmation, and removes one sign-in method. */
export function RemoveButton({ name, children, remove }: RemoveButtonProps) {
  const [open, setOpen] = useState(false)
  const removal = useMutation({ mutationFn: remove, onSuccess: () => setOpen(false) })
  const asksProof = needsProof(removal.error)
  const show = (shown: boolean) => {
    removal.reset()
    setOpen(shown)
  }
  return (
    <>
      <Button variant="secondary" size="sm" aria-label={`Remove ${name}`} onClick={() => show(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={show}
        title={`Remove ${quoted(name)}?`}
        confirm="Remove"
        busy={removal.isPending && 'Removing...'}
        problem={asksProof ? null : (removal.error?.message ?? null)}
        onConfirm={() => removal.mutate()}
      >
        {children}
        {asksProof && <ProofRequest onProved={() => removal.mutate()} />}
      </ConfirmDialog>
    </>
  )
}
