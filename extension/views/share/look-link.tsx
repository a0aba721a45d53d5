import { WebLink } from '../web-link.tsx'

interface ReviewLinkProps {
  micrositeId: string
  /** For screen readers: the microsite it belongs to. */
  title?: string
}

/** Link to the review before a page's first link; sharing works without it. */
export function ReviewLink({ micrositeId, title }: ReviewLinkProps) {
  return (
    <WebLink to={`/microsite/${encodeURIComponent(micrositeId)}?look`}>
      Review before sharing{title !== undefined && <span className="sr-only">: {title}</span>}
    </WebLink>
  )
}
