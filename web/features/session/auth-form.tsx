import { useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { useSearchParams } from '../../ui/navigation.tsx'
import { BRAND } from '@callfolio/shared/brand.ts'
import {
  EMPTY_CREDENTIALS,
  problemWith,
  type AuthMode,
  type Credentials,
} from '@callfolio/shared/client/credentials.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { OtherWaysIn } from './other-ways-in.tsx'
import { useCaptcha } from './captcha/use-captcha.tsx'
import { useEnter, type Entrance } from './use-enter.ts'

const WORDS = {
  'sign-in': {
    page: 'Sign in',
    title: 'Welcome Back',
    submit: 'Sign in',
    busy: 'Signing in...',
    question: `New to ${BRAND.name}?`,
    other: 'Create an account',
  },
  'sign-up': {
    page: 'Sign up',
    title: `Join ${BRAND.name}`,
    submit: 'Create account',
    busy: 'Creating account...',
    question: 'Already have an account?',
    other: 'Sign in instead',
  },
} as const

/**
 * The single form for signing in and signing up. `onSubmit` is called before the service is contacted. The URL may
 * open the sign-up (`?sign-up`) or the password reset (`?forgot`): the extension links to both.
 */
export function AuthForm({ onSubmit, onEntered }: { onSubmit: () => void; onEntered: (entrance: Entrance) => void }) {
  const [address] = useSearchParams()
  const [mode, setMode] = useState<AuthMode>(address.has('sign-up') ? 'sign-up' : 'sign-in')
  const [values, setValues] = useState<Credentials>(EMPTY_CREDENTIALS)
  const [problem, setProblem] = useState<string | null>(null)
  const [forgot, setForgot] = useState(address.has('forgot'))
  const captcha = useCaptcha()
  const { enter, busy } = useEnter(captcha)
  const words = WORDS[mode]

  const bind = (name: keyof Credentials) => ({
    name,
    value: values[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value })
      setProblem(null)
    },
  })
  const switchMode = () => {
    setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')
    setValues(EMPTY_CREDENTIALS)
    setProblem(null)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = problemWith(mode, values) ?? captcha.problem()
    setProblem(wrong)
    if (wrong !== null || busy) return
    onSubmit()
    const entered = await enter(mode, values)
    if ('problem' in entered) setProblem(entered.problem)
    else onEntered(entered)
  }

  return (
    <>
      <PageTitle>{words.page}</PageTitle>
      <h1 className="text-28 font-semibold tracking-tight">{words.title}</h1>
      <form noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-4">
        {mode === 'sign-up' && <TextField label="Full Name" autoComplete="name" {...bind('name')} />}
        <TextField label="Email Address" type="email" autoComplete="email" {...bind('email')} />
        <PasswordField
          label="Password"
          autoComplete={mode === 'sign-in' ? 'current-password' : 'new-password'}
          {...bind('password')}
        />
        {mode === 'sign-up' && (
          <PasswordField label="Confirm password" autoComplete="new-password" {...bind('confirm')} />
        )}
        {mode === 'sign-in' && (
          <button type="button" onClick={() => setForgot(true)} className={`justify-self-end text-13 ${TEXT_LINK}`}>
            Forgot your password?
          </button>
        )}
        {captcha.field}
        {problem !== null && <Banner tone="danger">{problem}</Banner>}
        <Button type="submit" disabled={busy}>
          {busy ? words.busy : words.submit}
        </Button>
      </form>
      {mode === 'sign-up' && <LegalNote />}
      <OtherWaysIn mode={mode} email={values.email} captcha={captcha} onBegin={onSubmit} onEntered={onEntered} />
      <p className="mt-6 text-15 text-muted">
        {words.question}{' '}
        <button type="button" onClick={switchMode} className={TEXT_LINK}>
          {words.other}
        </button>
      </p>
      <ForgotPasswordDialog open={forgot} onOpenChange={setForgot} initialEmail={values.email} />
    </>
  )
}

function LegalNote() {
  return (
    <p className="mt-4 text-13 text-muted">
      By creating an account you agree to the{' '}
      <a href="/terms-of-service" className="text-ink underline underline-offset-2">
        Terms of Service
      </a>{' '}
      and the{' '}
      <a href="/privacy-policy" className="text-ink underline underline-offset-2">
        Privacy Policy
      </a>
      .
    </p>
  )
}
