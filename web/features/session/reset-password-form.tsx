import { useEffect, useState, type SyntheticEvent } from 'react'
import { useNavigate } from '../../ui/navigation.tsx'
import type { Factor } from '@supabase/auth-js'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import type { RecoveryTokens } from './emailed-link.ts'
import { RESET_TEXTS, resetProblem, resetRefusal } from './reset-rules.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { useServices } from '../../lib/services.tsx'

const REDIRECT_MS = 2000

/** Sets a new password with the tokens of an emailed link; after success it goes to /auth. */
export function ResetPasswordForm({ tokens }: { tokens: RecoveryTokens }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [status, setStatus] = useState<'idle' | 'submitting' | 'success'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const { reset, recovery } = useResetPassword(tokens)
  const [factors, setFactors] = useState<readonly Factor[] | null>(null)

  useEffect(() => {
    if (status !== 'success') return undefined
    const timer = setTimeout(() => navigate('/auth', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [status, navigate])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = resetProblem(password, confirm)
    if (wrong !== null) return setProblem(wrong)
    await tryReset()
  }
  const tryReset = async () => {
    setStatus('submitting')
    const { refusal, factors: asked = null } = await reset(password)
    setProblem(refusal)
    setFactors(asked)
    setStatus(refusal === null && asked === null ? 'success' : 'idle')
  }
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(null)
  }

  if (status === 'success') return <Banner tone="success">{RESET_TEXTS.success}</Banner>
  if (factors) return <SecondFactorForm auth={recovery} factors={factors} onDone={() => void tryReset()} />
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <PasswordField label="New password" autoComplete="new-password" value={password} onChange={edit(setPassword)} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        value={confirm}
        onChange={edit(setConfirm)}
      />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <Button type="submit" disabled={status === 'submitting'}>
        {status === 'submitting' ? 'Resetting...' : 'Reset Password'}
      </Button>
    </form>
  )
}

/**
 * Result of an attempt: an error sentence, or the second factors, one of which is required first; neither: success.
 */
interface Attempt {
  refusal: string | null
  factors?: readonly Factor[]
}

/** @returns a function that sets the password and ends the recovery session, and that session's client. */
function useResetPassword(tokens: RecoveryTokens) {
  const { auth, createPassingAuth } = useServices()
  const [recovery] = useState(createPassingAuth)
  const reset = async (password: string): Promise<Attempt> => {
    const { data: begun } = await recovery.getSession()
    const opened = begun.session ? null : await recovery.setSession(tokens)
    if (opened?.error) return { refusal: resetRefusal(sentenceFor(opened.error)) }
    const { data, error } = await recovery.updateUser({ password })
    if (error?.code === 'insufficient_aal') {
      const { data: known } = await recovery.mfa.listFactors()
      return { refusal: null, factors: known?.all.filter(({ status }) => status === 'verified') ?? [] }
    }
    if (error) return { refusal: resetRefusal(sentenceFor(error)) }
    await recovery.signOut({ scope: 'local' })
    // A new password ends the account's other sessions, including this browser's own.
    const { data: kept } = await auth.getSession()
    if (kept.session?.user.id === data.user.id) await auth.signOut({ scope: 'local' })
    return { refusal: null }
  }
  return { reset, recovery }
}
