import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { refuse } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { NO_PROOF, ProofField, proofFields } from './proof-field.tsx'

/** Whether an act was refused because the session lacks a recent proof of its person. */
export function needsProof(error: Error | null): boolean {
  if (error instanceof ApiError) return error.code === 'forbidden'
  const cause = error?.cause
  return cause instanceof Error && 'code' in cause && cause.code === 'reauthentication_needed'
}

/** Asks who the person is. Their proof counts for the session from then on. */
export function ProofRequest({ onProved }: { onProved: () => void }) {
  const { auth } = useServices()
  const [proof, setProof] = useState(NO_PROOF)
  const give = useMutation({
    mutationFn: async () => refuse((await auth.updateUser(proofFields(proof))).error),
    onSuccess: onProved,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    give.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4 text-left text-ink">
      <p className="text-15">Confirm that it’s you first.</p>
      <ProofField
        proof={proof}
        onChange={(given) => {
          setProof(given)
          give.reset()
        }}
      />
      {give.isError && <Banner tone="danger">{give.error.message}</Banner>}
      <button type="submit" disabled={give.isPending || proof.value.trim() === ''} className={buttonClass('secondary')}>
        {give.isPending ? 'Confirming...' : 'Confirm'}
      </button>
    </form>
  )
}

/** Why an act was refused; for want of a proof, asks for that and repeats the act. */
export function Refusal({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return null
  return needsProof(error) ? <ProofRequest onProved={onRetry} /> : <Banner tone="danger">{error.message}</Banner>
}
