import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useServices } from '../../lib/services.tsx'
import { resetPasswordAddress, verifyAddress, type ConfirmLink } from './mailed-link.ts'

const CONFIRM = {
  title: 'Confirm your email address',
  text: 'One click, and your account is ready.',
  button: 'Confirm email',
}
const SIGN_IN = { title: 'Sign in', text: 'One click, and you are in.', button: 'Sign in' }
const WORDS: Record<ConfirmLink['type'], typeof CONFIRM> = {
  signup: CONFIRM,
  email: CONFIRM,
  invite: CONFIRM,
  magiclink: SIGN_IN,
  email_change: {
    title: 'Change your email address',
    text: 'The address changes when both mailboxes have agreed.',
    button: 'Agree',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'Go on to the page where you set a new password.',
    button: 'Continue',
  },
}

/** One button that uses a mailed link, so that a mail scanner that only opens the page spends nothing. */
export function ConfirmLinkPanel({ link }: { link: ConfirmLink }) {
  const { auth, createPassingAuth } = useServices()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [halfWay, setHalfWay] = useState(false)
  const recovery = link.type === 'recovery'

  const verify = async () => {
    setBusy(true)
    // What another program began ends there: it exchanges the code that comes with the address.
    if (link.flow === 'pkce') return location.assign(verifyAddress(link))
    // A recovery session belongs only to the reset page; a person who is signed in here stays signed in.
    const { token_hash, type } = link
    const { data, error } = await (recovery ? createPassingAuth() : auth).verifyOtp({ token_hash, type })
    setBusy(false)
    if (error) return setProblem(sentenceFor(error))
    if (!data.session && type === 'email_change') return setHalfWay(true)
    if (!data.session) return setProblem(AUTH_TEXTS.unexpected)
    await navigate(recovery ? resetPasswordAddress(data.session) : '/dashboard', { replace: true })
  }

  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">{WORDS[link.type].title}</h1>
      <p className="mt-2 text-15 text-muted">{WORDS[link.type].text}</p>
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
        {halfWay && <Banner tone="success">Thank you. Now follow the link in the mail to your other address.</Banner>}
        <button type="button" disabled={busy || halfWay} onClick={() => void verify()} className={buttonClass()}>
          {busy ? 'Checking the link...' : WORDS[link.type].button}
        </button>
      </div>
    </>
  )
}
