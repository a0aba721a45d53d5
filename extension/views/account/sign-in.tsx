import { useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { AUTH_TEXTS, EMPTY_CREDENTIALS, problemWith } from '@callfolio/shared/client/credentials.ts'
import { AUTH_SETTINGS_PATH, authSettingsSchema } from '@callfolio/shared/contract/accounts/auth-settings.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { OrLine } from '@callfolio/shared/ui/or-line.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { CAPTCHA } from '../../account/sign-in-by-password.ts'
import { useServices } from '../services.tsx'
import { WebLink } from '../web-link.tsx'

/** The sign-in methods: as the web app's user, or with email and password. */
export function SignIn() {
  const { account, continueWithWeb } = useServices()
  const [values, setValues] = useState(EMPTY_CREDENTIALS)
  const [problem, setProblem] = useState<string | null>(null)
  const byPassword = useMutation({
    mutationFn: () => account.signInByPassword({ email: values.email.trim(), password: values.password }),
  })
  const { data: settings } = useAuthSettings()
  const byWeb = useMutation({ mutationFn: continueWithWeb })
  const busy = byPassword.isPending || byWeb.isPending

  const bind = (name: 'email' | 'password') => ({
    name,
    value: values[name],
    required: true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [name]: event.target.value })
      setProblem(null)
    },
  })
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = problemWith('sign-in', values)
    setProblem(wrong)
    if (wrong !== null || busy) return
    setProblem(await byPassword.mutateAsync())
  }
  const goOn = async () => {
    setProblem(null)
    const end = await byWeb.mutateAsync().catch(() => ({ outcome: 'failed', problem: AUTH_TEXTS.unexpected }) as const)
    if (end.outcome === 'failed') setProblem(end.problem)
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <h2 className="text-21 font-semibold tracking-tight">Welcome Back</h2>
      <div className="grid gap-1.5">
        <Button variant="secondary" disabled={busy} onClick={() => void goOn()}>
          {byWeb.isPending ? 'Waiting for the web app...' : 'Continue with the web app'}
        </Button>
        <p className="text-13 text-muted">No password needed here.</p>
      </div>
      {settings !== undefined && settings.captcha_provider !== null ? (
        <p className="text-13 text-muted">{CAPTCHA}</p>
      ) : (
        <>
          <OrLine />
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
            <TextField label="Email Address" type="email" autoComplete="email" {...bind('email')} />
            <PasswordField label="Password" autoComplete="current-password" {...bind('password')} />
            {problem !== null && <Banner tone="danger">{problem}</Banner>}
            <Button type="submit" disabled={busy}>
              {byPassword.isPending ? 'Signing in...' : 'Sign in'}
            </Button>
          </form>
        </>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-13">
        <WebLink to="/auth?sign-up">Create an account</WebLink>
        <WebLink to="/auth?forgot">Forgot your password?</WebLink>
      </p>
    </div>
  )
}

/** The server's sign-in methods; undefined until known. */
function useAuthSettings() {
  const { account } = useServices()
  return useQuery({
    queryKey: ['auth-settings', account.server],
    queryFn: ({ signal }) => account.api.request(AUTH_SETTINGS_PATH, authSettingsSchema, { signal }),
  })
}
