import { useMutation } from '@tanstack/react-query'
import { Check, Link2 } from 'lucide-react'
import { CREATE_LINK_FAILED, linkToCopy } from '@callfolio/shared/client/create-link.ts'
import { isRefusal } from '@callfolio/shared/is-refusal.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { CopyField, useCopy } from '@callfolio/shared/ui/copy-field.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'
import { useServices } from '../services.tsx'

const COPIED_MS = 2000

interface CopyLinkProps {
  micrositeId: string
  /** For screen readers: the call it belongs to. */
  title: string
  /** The link, if it is known. */
  url?: string | null
  /** It was copied already. */
  isCopied?: boolean
}

/** The one way to copy a link: to a page that is ready or still being made. */
export function CopyLink({ micrositeId, title, url = null, isCopied = false }: CopyLinkProps) {
  const { account } = useServices()
  const find = useMutation({ mutationFn: () => linkToCopy(account.api, micrositeId) })
  const { state, copy } = useCopy(COPIED_MS)
  const link = url ?? find.data?.share_url ?? null
  // Within the click, which the clipboard requires.
  const copyLink = () => void copy(url ?? find.mutateAsync().then(({ share_url }) => share_url))
  const copied = state === 'copied' || (isCopied && state === 'idle')
  const Icon = copied ? Check : Link2
  return (
    <>
      <Button variant="secondary" size="sm" disabled={find.isPending} onClick={copyLink} className="min-w-28 shrink-0">
        <Icon size={14} aria-hidden className="shrink-0" />
        {find.isPending ? 'Creating...' : copied ? 'Link copied' : 'Copy link'}
        <span className="sr-only"> to {title}</span>
      </Button>
      <p role="status" className="sr-only">
        {copied && 'Link copied.'}
      </p>
      {find.isError && (
        <p role="alert" className="w-full text-13 text-danger">
          {isRefusal(find.error) ? find.error.message : CREATE_LINK_FAILED}
        </p>
      )}
      {link !== null && state === 'refused' && (
        <div className="w-full">
          <CopyField label="Shareable link" value={link} state={state} onCopy={copyLink} />
        </div>
      )}
      {find.data?.reachable === false && (
        <div className="w-full">
          <UnreachableNote />
        </div>
      )}
    </>
  )
}
