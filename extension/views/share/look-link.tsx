import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { WebLink } from '../web-link.tsx'

interface ReviewLinkProps {
  micrositeId: string
  /** For screen readers: the microsite it belongs to. */
  title: string
}

/** Link to the review before a page's first link; sharing works without it. */
export function ReviewLink({ micrositeId, title }: ReviewLinkProps) {
  return (
    <WebLink to={`/microsite/${encodeURIComponent(micrositeId)}?look`} className={`shrink-0 text-13 ${TEXT_LINK}`}>
      Review<span className="sr-only"> before sharing: {title}</span>
    </WebLink>
  )
}
