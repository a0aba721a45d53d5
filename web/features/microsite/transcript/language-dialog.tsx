import { useState, type SyntheticEvent } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { ANALYSTS, getIds } from '@callfolio/shared/engines.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { CALL_LANGUAGE, CorrectedLanguageField } from '@callfolio/shared/ui/recap-language-field.tsx'
import { requestProblem } from '../../../lib/request-problem.ts'
import { useCapabilities } from '../../../lib/use-capabilities.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useCorrectLanguage } from './transcript-request.ts'

export interface LanguageDialogProps {
  site: Microsite
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Sets a call's language without transcribing it again. */
export function LanguageDialog({ site, open, onOpenChange }: LanguageDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Which language is this call in?"
      description="Nothing is transcribed again until you ask."
    >
      <LanguageForm site={site} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function LanguageForm({ site, onClose }: { site: Microsite; onClose: () => void }) {
  const correct = useCorrectLanguage(site.id)
  const present = site.transcript_info?.language ?? null
  const [language, setLanguage] = useState(present ?? CALL_LANGUAGE)
  const writer = useWriter(site)
  const problem = requestProblem(correct.error)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    correct.mutate({ language }, { onSuccess: onClose })
  }
  return (
    <form onSubmit={submit} className="grid grid-cols-1 gap-5">
      <CorrectedLanguageField present={present} value={language} onChange={setLanguage} />
      {writer !== undefined && (
        <p className="text-15">
          Unless you chose a recap language, we’ll also rewrite the recap
          {writer.sends_to === null ? ' on this server' : ` with ${writer.sends_to}`}. Your edits stay.
        </p>
      )}
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={correct.isPending || language === CALL_LANGUAGE || language === present}>
          {correct.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

/** The model that wrote the recap, if it can rerun it. */
function useWriter({ engines }: Microsite) {
  const capabilities = useCapabilities()
  const name = getIds(ANALYSTS).find((each) => each === engines?.analyst && ANALYSTS[each].writes)
  return capabilities?.analysts.find((each) => each.name === name && each.ready)
}
