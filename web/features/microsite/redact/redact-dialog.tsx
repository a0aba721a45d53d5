import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { TimeSpan } from '@callfolio/shared/contract/redaction.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { useToast } from '../../../ui/toaster.tsx'
import { MarkSpans } from './mark-spans.tsx'
import { getSpans, type Marked } from './marked-spans.ts'
import { RedactionQuestion } from './redaction-question.tsx'

interface RedactDialogProps {
  site: Microsite
  open: boolean
  onClose: () => void
  /** Ids of lines that are marked at first; none by default. */
  lines?: readonly string[]
}

/** Lets the owner mark what to redact, previews what is removed with it, and asks for confirmation. */
export function RedactDialog({ site, open, onClose, lines = [] }: RedactDialogProps) {
  const [step, setStep] = useState<'mark' | 'ask'>('mark')
  const close = () => {
    setStep('mark')
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="middle"
      title={step === 'mark' ? 'Redact' : 'Redact permanently?'}
      description={
        step === 'mark'
          ? 'Select what to remove from the transcript, audio and video. Nothing changes until you confirm.'
          : 'This can’t be undone. The selection is deleted from the microsite, its shared pages, new exports and search.'
      }
    >
      <Steps site={site} lines={lines} step={step} onStep={setStep} onClose={close} />
    </Dialog>
  )
}

interface StepsProps {
  site: Microsite
  lines: readonly string[]
  step: 'mark' | 'ask'
  onStep: (step: 'mark' | 'ask') => void
  onClose: () => void
}

/** Both steps share the marked spans; they are discarded when the dialog closes. */
function Steps({ site, lines, step, onStep, onClose }: StepsProps) {
  const [marked, setMarked] = useState<Marked>({ lines: new Set(lines), spans: [] })
  const toast = useToast()
  const spans: TimeSpan[] = getSpans(marked, site.segments)
  if (step === 'mark')
    return (
      <MarkSpans
        site={site}
        marked={marked}
        spans={spans}
        onChange={setMarked}
        onCancel={onClose}
        onContinue={() => onStep('ask')}
      />
    )
  return (
    <RedactionQuestion
      id={site.id}
      spans={spans}
      onBack={() => onStep('mark')}
      onDone={(recording) => {
        toast({ text: recording ? 'Redacted. The recording is being re-rendered.' : 'Redacted.' })
        onClose()
      }}
    />
  )
}
