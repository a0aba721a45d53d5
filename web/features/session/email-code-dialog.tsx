import { useState, type SyntheticEvent } from 'react'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../lib/services.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { AddressField } from './address-field.tsx'
import { useCaptcha } from './captcha/use-captcha.tsx'
import { CodeForm } from './code-form.tsx'
import type { Entrance } from './use-enter.ts'

interface MailCodeDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  initialEmail: string
  /** Called before the code is checked. */
  onBegin: () => void
  onEntered: (entrance: Entrance) => void
}

/** Signs in with an emailed code, or the link next to it. */
export function EmailCodeDialog({ open, onOpenChange, initialEmail, onBegin, onEntered }: MailCodeDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Sign in by email"
      description="We’ll email you a six-digit code and a sign-in link."
    >
      <Steps initialEmail={initialEmail} onBegin={onBegin} onEntered={onEntered} />
    </Dialog>
  )
}

function Steps({ initialEmail, onBegin, onEntered }: Omit<MailCodeDialogProps, 'open' | 'onOpenChange'>) {
  const { auth } = useServices()
  const captcha = useCaptcha()
  const [email, setEmail] = useState(initialEmail)
  const [sent, setSent] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const send = async (event?: SyntheticEvent) => {
    event?.preventDefault()
    const wrong = email.trim() === '' ? AUTH_TEXTS.required : captcha.problem()
    if (wrong !== null) return setProblem(wrong)
    setBusy(true)
    const { error } = await captcha.spend((solved) =>
      auth.signInWithOtp({
        email: email.trim(),
        options: { shouldCreateUser: false, emailRedirectTo: `${location.origin}/dashboard`, ...solved },
      }),
    )
    setBusy(false)
    setProblem(error && sentenceFor(error))
    return setSent(error === null)
  }
  const check = async (token: string) => {
    onBegin()
    const { error } = await auth.verifyOtp({ email: email.trim(), token, type: 'email' })
    return error && sentenceFor(error)
  }

  if (sent)
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Banner>
          <span className="wrap-anywhere">
            If {email.trim()} has an account, we emailed you a code. It’s valid for an hour.
          </span>
        </Banner>
        <div className="-mt-4">
          <CodeForm
            takesFocus
            check={check}
            onDone={() => onEntered({ mode: 'sign-in', email: email.trim(), pendingVerification: false })}
          />
        </div>
        <button type="button" onClick={() => setSent(false)} className={`justify-self-start text-15 ${TEXT_LINK}`}>
          Send again or use another address
        </button>
      </div>
    )
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-4">
      <AddressField
        value={email}
        onEdit={(edited) => {
          setEmail(edited)
          setProblem(null)
        }}
      />
      {captcha.field}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <Button type="submit" disabled={busy}>
        {busy ? 'Sending...' : 'Email me a code'}
      </Button>
    </form>
  )
}
