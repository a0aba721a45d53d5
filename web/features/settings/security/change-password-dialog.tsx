import { useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button, TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import {
  changeProblem,
  PASSWORD_TEXTS,
  updateProblem,
  verificationProblem,
  type PasswordChange,
} from './password-rules.ts'
import { useServices } from '../../../lib/services.tsx'
import { useCaptcha, type Captcha } from '../../session/captcha/use-captcha.tsx'
import { useAuth } from '../../session/auth-provider.tsx'
import { SESSIONS_KEY } from './query-keys.ts'
import { NO_PROOF, ProofField, proofFields, type Proof } from './proof-field.tsx'

interface ChangePasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The user forgot the current password. */
  onForgot: () => void
}

/** Changes the password of a user who knows the current one, or can read their email. */
export function ChangePasswordDialog({ open, onOpenChange, onForgot }: ChangePasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="This signs out all other devices."
    >
      <PasswordForm onDone={() => onOpenChange(false)} onForgot={onForgot} />
    </Dialog>
  )
}

function PasswordForm({ onDone, onForgot }: { onDone: () => void; onForgot: () => void }) {
  const [fields, setFields] = useState<Omit<PasswordChange, 'current'>>({ next: '', confirm: '' })
  const [proof, setProof] = useState(NO_PROOF)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const captcha = useCaptcha()
  const changePassword = useChangePassword(captcha)
  const queryClient = useQueryClient()
  const toast = useToast()

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    const refusal = await changePassword({ ...fields, current: proof.value }, proof)
    setBusy(false)
    if (refusal !== null) return setProblem(refusal)
    onDone()
    void queryClient.invalidateQueries({ queryKey: SESSIONS_KEY })
    toast({ text: PASSWORD_TEXTS.success })
  }
  const edit = (name: keyof typeof fields) => (event: { target: { value: string } }) => {
    setFields({ ...fields, [name]: event.target.value })
    setProblem(null)
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <div className="grid gap-1.5">
        <ProofField
          proof={proof}
          onChange={(given) => {
            setProof(given)
            setProblem(null)
          }}
        />
        <button type="button" onClick={onForgot} className={`justify-self-start rounded-sm text-13 ${TEXT_LINK}`}>
          Forgot your password?
        </button>
      </div>
      <PasswordField label="New password" autoComplete="new-password" value={fields.next} onChange={edit('next')} />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        value={fields.confirm}
        onChange={edit('confirm')}
      />
      {proof.by === 'password' && captcha.field}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="mt-1 flex justify-end gap-2">
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? 'Updating...' : 'Update password'}
        </Button>
      </div>
    </form>
  )
}

/** @returns a function that changes the password; it returns an error sentence, or null on success. */
function useChangePassword(captcha: Captcha): (change: PasswordChange, proof: Proof) => Promise<string | null> {
  const { auth, createPassingAuth } = useServices()
  const { user } = useAuth()
  return async (change, proof) => {
    const wrong = changeProblem(change)
    if (wrong !== null) return wrong
    if (!user?.email) return PASSWORD_TEXTS.noUser
    try {
      if (proof.by === 'password') {
        const unsolved = captcha.problem()
        if (unsolved !== null) return unsolved
        const checker = createPassingAuth()
        const entered = { email: user.email, password: change.current }
        const { error } = await captcha.spend((options) => checker.signInWithPassword({ ...entered, options }))
        if (error) return verificationProblem(error)
        await checker.signOut({ scope: 'local' })
      }
      const updated = await auth.updateUser({ password: change.next, ...proofFields(proof) })
      return updated.error && updateProblem(updated.error)
    } catch {
      return PASSWORD_TEXTS.unexpected
    }
  }
}
