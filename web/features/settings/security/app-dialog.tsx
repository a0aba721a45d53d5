import { useQuery } from '@tanstack/react-query'
import { sentenceFor } from '@callfolio/shared/client/credentials.ts'
import { AS_TYPED, Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { getData } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CodeForm } from '../../session/code-form.tsx'
import { freeName } from './free-name.ts'
import { needsProof, ProofRequest } from './proof-request.tsx'
import { useFactorAdded, type AddFactorProps } from './use-factor-added.ts'

/** Adds an authenticator app as second factor. */
export function AppDialog({ open, onClose, taken }: AddFactorProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Add an authenticator app"
      description="Scan the QR code with your authenticator app, then enter the six-digit code."
    >
      <Enrolment taken={taken} onClose={onClose} />
    </Dialog>
  )
}

function Enrolment({ taken, onClose }: Omit<AddFactorProps, 'open'>) {
  const { auth } = useServices()
  const added = useFactorAdded(onClose)
  const { data, error, refetch } = useQuery({
    queryKey: ['enrolment'],
    queryFn: async () =>
      getData(await auth.mfa.enroll({ factorType: 'totp', friendlyName: freeName('Authenticator app', taken) })),
    // Each dialog has its own secret.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (needsProof(error)) return <ProofRequest onProved={() => void refetch()} />
  if (error) return <LoadError onRetry={() => void refetch()}>{error.message}</LoadError>
  if (!data) return <Spinner label="Creating a key..." />
  const { id, totp } = data
  const check = async (code: string) => {
    const answer = await auth.mfa.challengeAndVerify({ factorId: id, code })
    return answer.error && sentenceFor(answer.error)
  }
  return (
    <div className="grid gap-4">
      <img
        src={totp.qr_code}
        alt="QR code for the authenticator app"
        className="size-44 justify-self-center bg-white"
      />
      <Field label="Or enter this key">
        {(id) => (
          // A line would truncate it on a phone, which can't scan its own screen.
          <textarea
            id={id}
            readOnly
            rows={2}
            value={totp.secret}
            onFocus={({ target }) => target.select()}
            className={`${INPUT} field-sizing-content resize-none font-mono break-all ${AS_TYPED}`}
          />
        )}
      </Field>
      <div className="-mt-6">
        <CodeForm check={check} onDone={added} />
      </div>
    </div>
  )
}
