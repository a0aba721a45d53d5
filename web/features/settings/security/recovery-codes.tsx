import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getCount } from '@callfolio/shared/format.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { getData } from '../../../lib/auth-answer.ts'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Refusal } from './proof-request.tsx'
import { useFactorsChanged } from './use-factors.ts'

const COPIED_MS = 2000

/** The codes that replace a lost second factor. */
export function RecoveryCodes({ hasCodes }: { hasCodes: boolean }) {
  const { auth } = useServices()
  const changed = useFactorsChanged()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { data: status, refetch } = useQuery({
    queryKey: ['recovery-codes'],
    queryFn: async () => getData(await auth.mfa.recoveryCodes.getStatus()),
    enabled: hasCodes,
  })
  const make = useMutation({
    mutationFn: async () =>
      getData(await (hasCodes ? auth.mfa.recoveryCodes.regenerate() : auth.mfa.recoveryCodes.generate())),
    onSuccess: async (made) => {
      setCodes(made.codes)
      await changed()
      if (hasCodes) await refetch()
    },
  })
  const kept = status
    ? `${status.remaining} of ${getCount(status.total, 'recovery code')} left.`
    : 'You have recovery codes.'
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-15">{hasCodes ? kept : 'Create recovery codes in case you lose your phone or key.'}</p>
      <Refusal error={make.error} onRetry={() => make.mutate()} />
      <Button variant="secondary" disabled={make.isPending} onClick={() => make.mutate()}>
        {hasCodes ? 'Create new recovery codes' : 'Create recovery codes'}
      </Button>
      <Dialog
        open={codes !== null}
        onOpenChange={(open) => !open && setCodes(null)}
        title="Your recovery codes"
        description="Store them somewhere safe, away from your phone or key. We show them only now, and each works once."
      >
        {codes && <Codes codes={codes} onKept={() => setCodes(null)} />}
      </Dialog>
    </div>
  )
}

function Codes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { state, copy } = useCopy(COPIED_MS)
  return (
    <>
      <ul className="grid grid-cols-2 gap-2 font-mono text-15">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className={state === 'refused' ? 'mt-3 text-13 text-muted' : 'sr-only'}>
        {state === 'copied' && 'Codes copied.'}
        {state === 'refused' && 'The browser blocked copying. Select the codes and copy them.'}
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={() => void copy(codes.join('\n'))}>
          {state === 'copied' ? 'Copied' : 'Copy codes'}
        </Button>
        <Button onClick={onKept}>I’ve saved them</Button>
      </div>
    </>
  )
}
