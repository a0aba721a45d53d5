import type { Session, User } from '@supabase/auth-js'
import { useState } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useServices } from '../../lib/services.tsx'
import { resetPasswordAddress, verifyAddress, type ConfirmLink } from './emailed-link.ts'
import { SignInBanner } from './sign-in-banner.tsx'

const CONFIRM = {
  title: 'Confirm your email address',
  text: 'Confirm only if you signed up. This also activates the password chosen at sign-up.',
  button: 'Confirm email',
}
const SIGN_IN = { title: 'Sign in', text: 'One click to sign in.', button: 'Sign in' }
const WORDS: Record<ConfirmLink['type'], typeof CONFIRM> = {
  signup: CONFIRM,
  email: CONFIRM,
  invite: CONFIRM,
  magiclink: SIGN_IN,
  email_change: {
    title: 'Change your email address',
    text: 'You may also need to confirm in your other inbox.',
    button: 'Confirm change',
  },
  recovery: {
    title: 'Choose a new password',
    text: 'Continue to set a new password.',
    button: 'Continue',
  },
}

/**
 * One button that uses a link from an email, so that an email scanner that only opens the page doesn't consume it. A
 * link for another account than the signed-in one asks before it switches: it may be an attacker's.
 */
export function ConfirmLinkPanel({ link }: { link: ConfirmLink }) {
  const { auth, createPassingAuth } = useServices()
  const [passing] = useState(createPassingAuth)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [halfWay, setHalfWay] = useState(false)
  const [other, setOther] = useState<{ signedIn: User; session: Session } | null>(null)

  const verify = async () => {
    setBusy(true)
    // A flow that another program began ends there: it exchanges the code in the URL.
    if (link.flow === 'pkce') return location.assign(verifyAddress(link))
    const { token_hash, type } = link
    const { data, error } = await passing.verifyOtp({ token_hash, type })
    const { data: own } = await auth.getSession()
    setBusy(false)
    if (error) return setProblem(sentenceFor(error))
    if (!data.session && type === 'email_change') return setHalfWay(true)
    if (!data.session) return setProblem(AUTH_TEXTS.unexpected)
    // A recovery session belongs only to the reset page; a person who is signed in here stays signed in.
    if (type === 'recovery') return navigate(resetPasswordAddress(data.session), { replace: true })
    if (own.session && own.session.user.id !== data.session.user.id)
      return setOther({ signedIn: own.session.user, session: data.session })
    return enter(data.session)
  }
  const enter = async (session: Session) => {
    const { error } = await auth.setSession(session)
    if (error) return setProblem(sentenceFor(error))
    return navigate('/dashboard', { replace: true })
  }
  const stay = async () => {
    await passing.signOut({ scope: 'local' })
    navigate('/dashboard', { replace: true })
  }

  if (other && problem === null)
    return <SwitchQuestion {...other} onStay={() => void stay()} onContinue={() => void enter(other.session)} />
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">{WORDS[link.type].title}</h1>
      <p className="mt-2 text-15 text-muted">{WORDS[link.type].text}</p>
      <div className="mt-6 grid gap-4">
        {problem !== null && <SignInBanner>{problem}</SignInBanner>}
        {halfWay && <Banner tone="success">Thanks. Now open the link we emailed to your other address.</Banner>}
        <Button disabled={busy || halfWay} onClick={() => void verify()}>
          {busy ? 'Checking link...' : WORDS[link.type].button}
        </Button>
      </div>
    </>
  )
}

interface SwitchQuestionProps {
  signedIn: User
  session: Session
  onStay: () => void
  onContinue: () => void
}

function SwitchQuestion({ signedIn, session, onStay, onContinue }: SwitchQuestionProps) {
  return (
    <>
      <h1 className="text-28 font-semibold tracking-tight">Switch accounts?</h1>
      <p className="mt-2 text-15 wrap-anywhere text-muted">
        You’re signed in as <span className="font-medium text-ink">{getLogin(signedIn)}</span>. Continue as{' '}
        <span className="font-medium text-ink">{getLogin(session.user)}</span>?
      </p>
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button variant="secondary" onClick={onStay}>
          Don’t switch
        </Button>
        <Button onClick={onContinue}>Continue</Button>
      </div>
    </>
  )
}

/** Not the name, because the account's creator chose it. */
function getLogin({ email, phone }: User): string {
  return email || phone || 'a guest'
}
