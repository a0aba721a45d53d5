import type { CreateLinkReply } from '@callfolio/shared/contract/share.ts'
import { formatDay } from '@callfolio/shared/format.ts'
import { CopyField, type CopyState } from '@callfolio/shared/ui/copy-field.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'

interface CopiedLinkProps {
  link: CreateLinkReply
  copyState: CopyState
  onCopy: (url: string) => void
}

/** A newly created link. */
export function CopiedLink({ link, copyState, onCopy }: CopiedLinkProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <CopyField
        label="Shareable link"
        value={link.share_url}
        state={copyState}
        onCopy={() => onCopy(link.share_url)}
      />
      <p className="text-13 text-muted">Expires {formatDay(link.expires_at)}.</p>
      {!link.reachable && <UnreachableNote />}
    </div>
  )
}
