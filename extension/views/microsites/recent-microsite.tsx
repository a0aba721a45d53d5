import { Check, Link2 } from 'lucide-react'
import { CREATE_LINK_FAILED } from '@callfolio/shared/client/create-link.ts'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { failureOfMicrosite, type Failure } from '@callfolio/shared/failures.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { overallPercent } from '@callfolio/shared/progress/overall-progress.ts'
import type { ShareExpiryDays } from '@callfolio/shared/page/share-expiry.ts'
import { processingLine } from '@callfolio/shared/progress/processing-status.ts'
import { buttonClass, TEXT_LINK } from '@callfolio/shared/ui/button.ts'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { StatusBadge } from '@callfolio/shared/ui/status-badge.tsx'
import { UnreachableNote } from '@callfolio/shared/ui/unreachable-note.tsx'
import { WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { CopiedLink } from '../share/copied-link.tsx'
import { ReviewLink } from '../share/look-link.tsx'
import { useShare } from '../share/use-share.ts'
import { MICROSITE_WAY_OUT_LINKS, WebLink } from '../web-link.tsx'

/** One of the newest microsites. `days`: lifetime of a copied link. */
export function RecentMicrosite({ card, days }: { card: MicrositeCard; days: ShareExpiryDays }) {
  const { link, pendingDays, failed, copyState, share, copyAgain } = useShare(card.id)
  const copied = copyState === 'copied'
  const Icon = copied ? Check : Link2
  return (
    <li className="grid grid-cols-1 gap-1.5 py-2">
      <div className="flex items-center gap-3">
        <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5">
          <WebLink
            to={`/microsite/${encodeURIComponent(card.id)}`}
            className="truncate rounded-sm text-15 font-medium hover:text-accent-text"
          >
            {card.title}
          </WebLink>
          {isUnfinished(card) ? <CardProgress card={card} /> : <CardStatus card={card} />}
        </div>
        {card.status !== 'failed' && (
          <button
            type="button"
            disabled={pendingDays !== null}
            onClick={() => share(days)}
            aria-label={`Copy link to ${card.title}`}
            className={`${buttonClass('secondary', 'sm')} w-28 shrink-0`}
          >
            <Icon size={14} aria-hidden className={`shrink-0 ${copied ? 'text-success' : ''}`} />
            {pendingDays !== null ? 'Creating...' : copied ? 'Copied' : 'Copy link'}
          </button>
        )}
      </div>
      {card.status === 'failed' && <CardFailure id={card.id} failure={failureOfMicrosite(card)} />}
      {failed && (
        <p role="alert" className="text-13 text-danger">
          {CREATE_LINK_FAILED}
        </p>
      )}
      <p role="status" className="sr-only">
        {copied && 'Link copied.'}
      </p>
      {link && copyState === 'refused' && <CopiedLink link={link} copyState={copyState} onCopy={copyAgain} />}
      {link && copyState !== 'refused' && !link.reachable && <UnreachableNote />}
    </li>
  )
}

function CardStatus({ card }: { card: MicrositeCard }) {
  return (
    <p className="flex flex-wrap gap-x-2 text-13 text-muted">
      <StatusBadge status={card.status} />
      {card.status === 'active' && card.reviewed_at === null && <ReviewLink micrositeId={card.id} title={card.title} />}
    </p>
  )
}

function CardFailure({ id, failure }: { id: string; failure: Failure }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1 text-13">
      <p className="line-clamp-2 text-danger">{failure.message}</p>
      <WayOutLink failure={failure} links={MICROSITE_WAY_OUT_LINKS} site={id} className={TEXT_LINK} />
    </div>
  )
}

function CardProgress({ card }: { card: MicrositeCard }) {
  const percent = overallPercent({ phase: 'processing', progress: card.progress })
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <p className="flex justify-between gap-3 text-13 text-muted tabular-nums">
        <span className="block truncate first-letter:uppercase">{processingLine(card)}</span>
        <span>{percent}%</span>
      </p>
      <ProgressBar thin percent={percent} label={`Progress of ${card.title}`} />
    </div>
  )
}
