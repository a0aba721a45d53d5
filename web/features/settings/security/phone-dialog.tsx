import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { getData } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextedCodeStep } from '../../session/texted-code-step.tsx'
import { freeName } from './free-name.ts'
import { Refusal } from './proof-request.tsx'
import { useFactorAdded, type AddFactorProps } from './use-factor-added.ts'

/** Adds a phone that receives codes as second factor. */
export function PhoneDialog({ open, onClose, taken }: AddFactorProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Add a phone"
      description="We’ll text you a code each time you sign in. Security keys and apps are safer."
    >
      <PhoneForm taken={taken} onClose={onClose} />
    </Dialog>
  )
}

function PhoneForm({ taken, onClose }: Omit<AddFactorProps, 'open'>) {
  const { auth } = useServices()
  const added = useFactorAdded(onClose)
  const [phone, setPhone] = useState('')
  const begin = useMutation({
    mutationFn: async () => {
      const friendlyName = freeName(`Phone ending in ${phone.trim().slice(-2)}`, taken)
      return getData(await auth.mfa.enroll({ factorType: 'phone', phone: phone.trim(), friendlyName }))
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    begin.mutate()
  }
  if (begin.data)
    return (
      <TextedCodeStep auth={auth} way={{ factorId: begin.data.id, ending: phone.trim().slice(-2) }} onDone={added} />
    )
  return (
    <div className="grid gap-4">
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label="Phone number"
          type="tel"
          autoComplete="tel"
          hint="Include the country code, such as +1 555 000 1122."
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
        <Button type="submit" disabled={begin.isPending || phone.trim() === ''}>
          {begin.isPending ? 'Adding...' : 'Continue'}
        </Button>
      </form>
      <Refusal error={begin.error} onRetry={() => begin.mutate()} />
    </div>
  )
}
