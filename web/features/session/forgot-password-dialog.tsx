import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useServices } from '../../lib/services.tsx'
import { CAPABILITIES } from '../../lib/use-capabilities.ts'
import { AddressField } from './address-field.tsx'
import { useCaptcha } from './captcha/use-captcha.tsx'

const SENT = 'Password reset email sent! Check your inbox.'
const NO_MAIL = 'This server doesn’t send email. Ask your admin for the reset link.'

/** Used if the server doesn't say whether it sends email. */
const UNKNOWN = 'If the account exists, we emailed a reset link. No email? Ask your admin for the link.'

interface ForgotPasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  initialEmail: string
}

/** Asks for the address that gets the password reset link. */
export function ForgotPasswordDialog({ open, onOpenChange, initialEmail }: ForgotPasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Reset Password"
      description="Request a link to set a new password."
    >
      <ResetRequest initialEmail={initialEmail} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}

type Outcome = { tone: 'success' | 'info' | 'danger'; text: string }

function ResetRequest({ initialEmail, onCancel }: { initialEmail: string; onCancel: () => void }) {
  const { auth } = useServices()
  const queryClient = useQueryClient()
  const captcha = useCaptcha()
  const [email, setEmail] = useState(initialEmail)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = email.trim() === '' ? AUTH_TEXTS.required : captcha.problem()
    if (wrong !== null) return setOutcome({ tone: 'danger', text: wrong })
    setBusy(true)
    const capabilities = queryClient.ensureQueryData(CAPABILITIES).catch(() => null)
    const { error } = await captcha.spend((solved) =>
      auth.resetPasswordForEmail(email.trim(), { redirectTo: `${location.origin}/reset-password`, ...solved }),
    )
    setOutcome(
      error
        ? { tone: 'danger', text: `Error: ${sentenceFor(error)}` }
        : requestedOutcome((await capabilities)?.sends_mail),
    )
    setBusy(false)
  }
  const done = outcome !== null && outcome.tone !== 'danger'

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <AddressField
        value={email}
        onEdit={(edited) => {
          setEmail(edited)
          setOutcome(null)
        }}
      />
      {!done && captcha.field}
      {outcome && <Banner tone={outcome.tone}>{outcome.text}</Banner>}
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          {done ? 'Close' : 'Cancel'}
        </Button>
        <Button type="submit" disabled={busy || done}>
          {busy ? 'Sending...' : 'Send Reset Email'}
        </Button>
      </div>
    </form>
  )
}

/** Confirmation of an accepted request; claims that an email was sent only if the server sends email. */
function requestedOutcome(sendsMail: boolean | undefined): Outcome {
  if (sendsMail === undefined) return { tone: 'info', text: UNKNOWN }
  return sendsMail ? { tone: 'success', text: SENT } : { tone: 'info', text: NO_MAIL }
}
