import type { ShareableLink } from '@callfolio/shared/contract/share.ts'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { titleOf } from './link-terms.ts'
import { LinkReaders } from './link-readers.tsx'
import { useLinkViews } from './use-links.ts'

interface LinkViewsDialogProps {
  link: ShareableLink
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Who read what a link shows, and how far. */
export function LinkViewsDialog({ link, open, onOpenChange }: LinkViewsDialogProps) {
  const about = `The link to “${titleOf(link)}”${link.label === null ? '' : ` for ${link.label}`}.`
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Who read it" description={about}>
      <Readers link={link} />
    </Dialog>
  )
}

function Readers({ link }: { link: ShareableLink }) {
  const { data, isError, refetch } = useLinkViews(link.id)
  if (data) return <LinkReaders link={link} found={data} />
  if (isError) return <LoadError onRetry={() => void refetch()}>Failed to load who read it.</LoadError>
  return <Spinner label="Loading..." />
}
