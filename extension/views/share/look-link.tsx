import { WebLink } from '../web-link.tsx'

interface ReviewLinkProps {
  micrositeId: string
  /** For those who can't see which microsite it belongs to. */
  title?: string
}

/** The way to the review before a page's first link; it keeps nobody from sharing. */
export function ReviewLink({ micrositeId, title }: ReviewLinkProps) {
  return (
    <WebLink to={`/microsite/${encodeURIComponent(micrositeId)}?look`}>
      Review before sharing{title !== undefined && <span className="sr-only">: {title}</span>}
    </WebLink>
  )
}
