import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useServices } from '../../lib/services.tsx'
import { resetPasswordAddress, type ConfirmLink } from './mailed-link.ts'

/** One button that uses a mailed link, so that a mail scanner that only opens the page spends nothing. */
export function ConfirmLinkPanel({ link }: { link: ConfirmLink }) {
  const { auth, createPassingAuth } = useServices()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const recovery = link.type === 'recovery'

  const verify = async () => {
    setBusy(true)
    // A recovery session belongs only to the reset page; whoever is signed in here stays signed in.
    const { data, error } = await (recovery ? createPassingAuth() : auth).verifyOtp(link)
    setBusy(false)
    if (error) return setProblem(sentenceFor(error))
    if (!data.session) return setProblem(AUTH_TEXTS.unexpected)
    await navigate(recovery ? resetPasswordAddress(data.session) : '/dashboard', { replace: true })
  }

  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">
        {recovery ? 'Choose a new password' : 'Confirm your email address'}
      </h1>
      <p className="mt-2 text-15 text-muted">
        {recovery ? 'Go on to the page where you set a new password.' : 'One click, and your account is ready.'}
      </p>
      <div className="mt-6 grid gap-4">
        {problem !== null && (
          <Banner
            tone="danger"
            actions={
              <Link to="/auth" className={buttonClass('secondary', 'sm')}>
                Back to sign in
              </Link>
            }
          >
            {problem}
          </Banner>
        )}
        <button type="button" disabled={busy} onClick={() => void verify()} className={buttonClass()}>
          {confirmLabel(recovery, busy)}
        </button>
      </div>
    </>
  )
}

function confirmLabel(recovery: boolean, busy: boolean): string {
  if (busy) return 'Checking the link...'
  return recovery ? 'Continue' : 'Confirm email'
}
