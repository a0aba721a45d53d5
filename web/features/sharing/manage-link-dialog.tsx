import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkSwitch } from './link-switch.tsx'
import { titleOf } from './link-terms.ts'

interface ManageLinkDialogProps {
  link: ShareableLink
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Changes a link that exists, stops it and gives it back. Its address stays. */
export function ManageLinkDialog({ link, open, onOpenChange }: ManageLinkDialogProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Manage link"
      description={`What you change counts at once for everyone who has this link to “${titleOf(link)}”.`}
    >
      <LinkForm link={link} onDone={close} />
      <LinkSwitch link={link} onDone={close} />
    </Dialog>
  )
}
