import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { failureOfMicrosite, type Failure } from '@callfolio/shared/failures.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { overallPercent } from '@callfolio/shared/progress/overall-progress.ts'
import { processingLine } from '@callfolio/shared/progress/processing-status.ts'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { MICROSITE_WAY_OUT_LINKS, WebLink } from '../web-link.tsx'
import { MicrositeLine } from './microsite-line.tsx'

/** One of the newest microsites; in one line unless it needs attention. */
export function RecentMicrosite({ card }: { card: MicrositeCard }) {
  const { id, title, status, reviewed_at } = card
  return (
    <li className="grid grid-cols-1 gap-1 py-1.5">
      {status === 'failed' ? (
        <>
          <WebLink
            to={`/microsite/${encodeURIComponent(id)}`}
            className="truncate rounded-sm text-15 font-medium hover:text-accent-text"
          >
            {title}
          </WebLink>
          <CardFailure id={id} failure={failureOfMicrosite(card)} />
        </>
      ) : (
        <MicrositeLine id={id} title={title} isUnreviewed={status === 'active' && reviewed_at === null} />
      )}
      {isUnfinished(card) && <CardProgress card={card} />}
    </li>
  )
}

function CardFailure({ id, failure }: { id: string; failure: Failure }) {
  return (
    <div className="flex items-baseline justify-between gap-3 text-13">
      <p className="line-clamp-2 text-danger">{failure.message}</p>
      <WayOutLink failure={failure} links={MICROSITE_WAY_OUT_LINKS} site={id} className={`shrink-0 ${TEXT_LINK}`} />
    </div>
  )
}

function CardProgress({ card }: { card: MicrositeCard }) {
  const percent = overallPercent({ phase: 'processing', progress: card.progress })
  return (
    <div className="grid grid-cols-1 gap-1">
      <p className="flex justify-between gap-3 text-13 text-muted tabular-nums">
        <span className="block truncate first-letter:uppercase">{processingLine(card)}</span>
        <span>{percent}%</span>
      </p>
      <ProgressBar thin percent={percent} label={`Progress of ${card.title}`} />
    </div>
  )
}
