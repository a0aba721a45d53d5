import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailEditor } from './email-editor.tsx'
import { useEmail } from './use-email.ts'

/** Drafts a mail to the other side of the call. What was written stays while the page is open. */
export function FollowUp({ microsite }: { microsite: Microsite }) {
  const [open, setOpen] = useState(false)
  const email = useEmail(microsite)
  return (
    <div>
      <button type="button" onClick={() => setOpen(true)} className={buttonClass('secondary', 'sm')}>
        <Mail size={14} aria-hidden />
        Draft a follow-up e-mail
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="middle"
        title="Follow-up e-mail"
        description="Made of next steps and quotes that have their moment in the call. Nothing is sent from here."
      >
        <EmailEditor micrositeId={microsite.id} email={email} />
      </Dialog>
    </div>
  )
}
