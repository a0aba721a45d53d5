import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { refuseKey } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { freeName } from './free-name.ts'
import { Refusal } from './proof-request.tsx'
import { useFactorAdded, type AddFactorProps } from './use-factor-added.ts'

/** Adds a security key as second factor. */
export function KeyDialog({ open, onClose, taken }: AddFactorProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Add a security key"
      description="Have your security key ready. Your browser will ask you to plug it in and touch it."
    >
      <KeyForm taken={taken} onClose={onClose} />
    </Dialog>
  )
}

function KeyForm({ taken, onClose }: Omit<AddFactorProps, 'open'>) {
  const { auth } = useServices()
  const added = useFactorAdded(onClose)
  const [name, setName] = useState(() => freeName('Security key', taken))
  const register = useMutation({
    mutationFn: async () => refuseKey((await auth.mfa.webauthn.register({ friendlyName: name.trim() })).error),
    onSuccess: added,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    register.mutate()
  }
  return (
    <div className="grid gap-4">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Name"
          hint="Helps you recognize it later."
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={register.isPending || name.trim() === ''}>
          {register.isPending ? 'Waiting for the key...' : 'Add security key'}
        </Button>
      </form>
      <Refusal error={register.error} onRetry={() => register.mutate()} />
    </div>
  )
}
