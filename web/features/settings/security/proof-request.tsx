import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { ApiError } from '@callfolio/shared/api-client.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { refuse } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { NO_PROOF, ProofField, proofFields } from './proof-field.tsx'

/** Whether an action was rejected because the session lacks a recent proof of identity. */
export function needsProof(error: Error | null): boolean {
  if (error instanceof ApiError) return error.code === 'forbidden'
  const cause = error?.cause
  return cause instanceof Error && 'code' in cause && cause.code === 'reauthentication_needed'
}

/** Asks the user to prove their identity. The proof then applies to the session. */
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
      <p className="text-15">First, confirm that it’s you.</p>
      <ProofField
        proof={proof}
        onChange={(given) => {
          setProof(given)
          give.reset()
        }}
      />
      {give.isError && <Banner tone="danger">{give.error.message}</Banner>}
      <Button variant="secondary" type="submit" disabled={give.isPending || proof.value.trim() === ''}>
        {give.isPending ? 'Confirming...' : 'Confirm'}
      </Button>
    </form>
  )
}

/** Why an action was rejected; if a proof of identity is missing, asks for it and repeats the action. */
export function Refusal({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error === null) return null
  return needsProof(error) ? <ProofRequest onProved={onRetry} /> : <Banner tone="danger">{error.message}</Banner>
}
