import { useState, type SyntheticEvent } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CONSENT_KINDS, type ConsentStatement } from '@callfolio/shared/contract/microsite-fields.ts'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { TextField } from '@callfolio/shared/ui/field.tsx'
import { useServices } from '../../../lib/services.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { storeMicrosite } from '../../library/use-microsite.ts'

interface ConsentDialogProps {
  microsite: Pick<Microsite, 'id' | 'consent_statement'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

const LABELS: Record<ConsentStatement['kind'], string> = {
  told: 'Everyone was informed about the recording',
  agreed: 'Everyone agreed to be recorded',
}

/** Lets the owner state what the participants were told or agreed to. */
export function ConsentDialog({ microsite, open, onOpenChange }: ConsentDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Recording consent"
      description="Shown under the title and in exports, with your name and today’s date."
    >
      <ConsentForm microsite={microsite} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ConsentForm({
  microsite: { id, consent_statement: stated },
  onDone,
}: Omit<ConsentDialogProps, 'open' | 'onOpenChange'> & { onDone: () => void }) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const toast = useToast()
  const [kind, setKind] = useState<ConsentStatement['kind'] | null>(stated?.kind ?? null)
  const [note, setNote] = useState(stated?.note ?? '')
  const save = useMutation({
    mutationFn: (consent: { kind: ConsentStatement['kind']; note: string } | null) =>
      api.request(MICROSITE_PATHS.one(id), micrositeSchema, { method: 'PATCH', body: { consent } }),
    onSuccess: (microsite) => {
      storeMicrosite(queryClient, microsite)
      toast({ text: microsite.consent_statement === null ? 'Statement removed.' : 'Statement saved.' })
      onDone()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (kind !== null) save.mutate({ kind, note })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="sr-only">Statement</legend>
        {CONSENT_KINDS.map((each) => (
          <label key={each} className="flex items-center gap-2.5 text-15">
            <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
            {LABELS[each]}
          </label>
        ))}
      </fieldset>
      <TextField
        label="Details"
        optional
        maxLength={300}
        placeholder="Asked at the start of the call"
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {save.isError && <Banner tone="danger">{save.error.message}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        {stated !== null && (
          <Button variant="quiet" disabled={save.isPending} onClick={() => save.mutate(null)} className="mr-auto">
            Remove statement
          </Button>
        )}
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" disabled={kind === null || save.isPending}>
          {save.isPending ? 'Saving...' : stated === null ? 'Add statement' : 'Save statement'}
        </Button>
      </div>
    </form>
  )
}
