import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { NO_PROOF, ProofField, proofFields } from './proof-field.tsx'
import { useAccountChanged } from './use-account.ts'

interface ChangeEmailDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for a new email address. The service decides whether the user must prove their identity. */
export function ChangeEmailDialog({ open, onOpenChange }: ChangeEmailDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Email"
      description="You may need to confirm the change in both inboxes."
    >
      <EmailForm onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const { auth } = useServices()
  const changed = useAccountChanged()
  const toast = useToast()
  const [email, setEmail] = useState('')
  const [proof, setProof] = useState(NO_PROOF)
  const [asksProof, setAsksProof] = useState(false)
  const change = useMutation({
    mutationFn: async () => {
      const options = { emailRedirectTo: `${location.origin}/dashboard?tab=settings` }
      const { data, error } = await auth.updateUser({ email: email.trim(), ...proofFields(proof) }, options)
      if (error?.code === 'reauthentication_needed') setAsksProof(true)
      if (error) throw new Error(sentenceFor(error), { cause: error })
      return data.user
    },
    onSuccess: async ({ new_email }) => {
      onDone()
      await changed()
      toast({ text: new_email === undefined ? 'Email address changed.' : 'Check your email to confirm the change.' })
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    change.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          change.reset()
        }}
      />
      {asksProof && <ProofField proof={proof} onChange={setProof} />}
      {change.isError && <Banner tone="danger">{change.error.message}</Banner>}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={change.isPending || email.trim() === ''}>
          {change.isPending ? 'Changing...' : 'Change Email'}
        </Button>
      </div>
    </form>
  )
}
