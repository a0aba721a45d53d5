import { useMutation } from '@tanstack/react-query'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { PasswordField } from '@callfolio/shared/ui/password-field.tsx'
import { refuse } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { useAuthSettings } from '../../../lib/use-auth-settings.ts'
import { useAuth } from '../../session/auth-provider.tsx'

/** Proof of the user's identity: the current password or, if they forgot it, a code sent to them. */
export interface Proof {
  by: 'password' | 'code'
  value: string
}

export const NO_PROOF: Proof = { by: 'password', value: '' }

/** The proof as the identity client expects it; without the part that was not given. */
export function proofFields({ by, value }: Proof): { current_password?: string; nonce?: string } {
  if (value === '') return {}
  return by === 'password' ? { current_password: value } : { nonce: value.trim() }
}

/** Asks for the current password; if emails or texts are sent, a code can replace it. */
export function ProofField({ proof, onChange }: { proof: Proof; onChange: (proof: Proof) => void }) {
  const { auth } = useServices()
  const { user } = useAuth()
  const settings = useAuthSettings()
  const byMail = Boolean(user?.email)
  const sends = byMail ? settings?.mailer_autoconfirm === false : Boolean(user?.phone) && settings?.external.phone
  const send = useMutation({
    mutationFn: async () => refuse((await auth.reauthenticate()).error),
    onSuccess: () => onChange({ by: 'code', value: '' }),
  })
  const edit = (event: { target: { value: string } }) => onChange({ ...proof, value: event.target.value })
  return (
    <div className="grid gap-1.5">
      {proof.by === 'password' ? (
        <PasswordField label="Current password" autoComplete="current-password" value={proof.value} onChange={edit} />
      ) : (
        <TextField
          label="Code"
          name="code"
          hint={`We sent it to your ${byMail ? 'email address' : 'phone'}. It’s valid for ten minutes.`}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={proof.value}
          onChange={edit}
        />
      )}
      {send.isError && <Banner tone="danger">{send.error.message}</Banner>}
      {sends && (
        <button
          type="button"
          disabled={send.isPending}
          onClick={() => (proof.by === 'password' ? send.mutate() : onChange(NO_PROOF))}
          className={`justify-self-start rounded-sm text-13 ${TEXT_LINK}`}
        >
          {proof.by === 'code' ? 'Use the password instead' : `${byMail ? 'Email' : 'Text'} me a code instead`}
        </button>
      )}
    </div>
  )
}
