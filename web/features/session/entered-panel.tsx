import { CircleCheck, MailCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from '../../ui/navigation.tsx'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../lib/services.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { returnPath } from '../../lib/auth-paths.ts'
import { useCaptcha } from './captcha/use-captcha.tsx'
import type { Entrance } from './use-enter.ts'

const REDIRECT_MS = 2000

/**
 * Confirms the sign-in and opens the dashboard, or goes back, after 2 s; stays while an email address has to be
 * verified.
 */
export function EnteredPanel({ entrance }: { entrance: Entrance }) {
  return (
    <>
      <PageTitle>Welcome</PageTitle>
      {entrance.pendingVerification ? <PendingPanel email={entrance.email} /> : <SignedInPanel mode={entrance.mode} />}
    </>
  )
}

function SignedInPanel({ mode }: Pick<Entrance, 'mode'>) {
  const navigate = useNavigate()
  const target = returnPath(useLocation().state)
  useEffect(() => {
    const timer = setTimeout(() => navigate(target, { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [navigate, target])
  return (
    <div role="status" className="grid animate-appear gap-3">
      <CircleCheck size={32} aria-hidden className="text-success" />
      <h1 className="text-28 font-semibold tracking-tight">
        {mode === 'sign-in' ? 'You are signed in' : 'Your account is ready'}
      </h1>
      <p className="text-15 text-muted">
        Taking you {target === '/dashboard' ? 'to your dashboard' : 'back to where you were'}...
      </p>
    </div>
  )
}

function PendingPanel({ email }: { email: string }) {
  const { auth } = useServices()
  const captcha = useCaptcha()
  const [note, setNote] = useState<string | null>(null)
  const resend = async () => {
    const wrong = captcha.problem()
    if (wrong !== null) return setNote(wrong)
    const { error } = await captcha.spend((options) => auth.resend({ type: 'signup', email, options }))
    return setNote(error ? sentenceFor(error) : 'Email sent.')
  }
  return (
    <div role="status" className="grid animate-appear gap-3">
      <MailCheck size={32} aria-hidden className="text-success" />
      <h1 className="text-28 font-semibold tracking-tight">Almost there</h1>
      <p className="text-15">{AUTH_TEXTS.verify}</p>
      <p className="text-15 break-words text-muted">We sent the email to {email}.</p>
      {captcha.field}
      <div className="mt-2 flex items-center gap-3">
        <Button variant="secondary" onClick={() => void resend()}>
          Resend email
        </Button>
        {note !== null && <span className="text-13 text-muted">{note}</span>}
      </div>
    </div>
  )
}
