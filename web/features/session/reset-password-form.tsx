import { useEffect, useState, type SyntheticEvent } from 'react'
import { useNavigate } from 'react-router'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import type { RecoveryTokens } from './mailed-link.ts'
import { RESET_TEXTS, resetProblem, resetRefusal } from './reset-rules.ts'
import { useServices } from '../../lib/services.tsx'

const REDIRECT_MS = 2000

/** Sets a new password with the tokens of a mailed link; after success it goes to /auth. */
export function ResetPasswordForm({ tokens }: { tokens: RecoveryTokens }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [status, setStatus] = useState<'idle' | 'submitting' | 'success'>('idle')
  const [problem, setProblem] = useState<string | null>(null)
  const navigate = useNavigate()
  const reset = useResetPassword(tokens)

  useEffect(() => {
    if (status !== 'success') return undefined
    const timer = setTimeout(() => void navigate('/auth', { replace: true }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [status, navigate])

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const wrong = resetProblem(password, confirm)
    if (wrong !== null) return setProblem(wrong)
    setStatus('submitting')
    const refusal = await reset(password)
    setProblem(refusal)
    setStatus(refusal === null ? 'success' : 'idle')
  }
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    setProblem(null)
  }

  if (status === 'success') return <Banner tone="success">{RESET_TEXTS.success}</Banner>
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <PasswordField label="New Password" autoComplete="new-password" value={password} onChange={edit(setPassword)} />
      <PasswordField
        label="Confirm New Password"
        autoComplete="new-password"
        value={confirm}
        onChange={edit(setConfirm)}
      />
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <button type="submit" disabled={status === 'submitting'} className={buttonClass()}>
        {status === 'submitting' ? 'Resetting...' : 'Reset Password'}
      </button>
    </form>
  )
}

/** @returns a function that sets the password and ends the recovery session; it gives a sentence when that was refused. */
function useResetPassword(tokens: RecoveryTokens): (password: string) => Promise<string | null> {
  const { auth, createPassingAuth } = useServices()
  return async (password) => {
    const recovery = createPassingAuth()
    const opened = await recovery.setSession(tokens)
    if (opened.error) return resetRefusal(sentenceFor(opened.error))
    const { data, error } = await recovery.updateUser({ password })
    if (error) return resetRefusal(sentenceFor(error))
    await recovery.signOut({ scope: 'local' })
    // A new password ends the account's other sessions, so this browser's own one is over too.
    const { data: kept } = await auth.getSession()
    if (kept.session?.user.id === data.user.id) await auth.signOut({ scope: 'local' })
    return null
  }
}
