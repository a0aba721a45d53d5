import { AudioLines, Plus } from 'lucide-react'
import { memo, useState } from 'react'
import { Link } from '../../ui/link.tsx'
import type { MicrositeCard as Card } from '@callfolio/shared/contract/microsite.ts'
import { failureOfMicrosite, type Failure } from '@callfolio/shared/failures.ts'
import { overallPercent } from '@callfolio/shared/progress/overall-progress.ts'
import { processingLine } from '@callfolio/shared/progress/processing-status.ts'
import { TEXT_LINK } from '@callfolio/shared/ui/button.tsx'
import { ProgressBar } from '@callfolio/shared/ui/progress-bar.tsx'
import { StatusBadge } from '@callfolio/shared/ui/status-badge.tsx'
import { WayOutLink } from '@callfolio/shared/ui/way-out.tsx'
import { formatClock } from '@callfolio/shared/format.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import { cardFacts } from '../../lib/microsite-facts.ts'
import { WAY_OUT_LINKS } from '../../ui/way-out-links.tsx'
import { MatchLine } from './match-line.tsx'
import { CardActions } from './card-actions.tsx'
import { TagMarks } from '../tags/tag-marks.tsx'
import { lazyDialog } from '../../ui/lazy-part.tsx'

interface MicrositeCardProps {
  card: Card
  /** Its number in the list, from 1. */
  position: number
  /** Length of the list; -1: unknown. */
  total: number
}

/** One microsite in the list, which renders only cards near the viewport. */
export const MicrositeCard = memo(function MicrositeCard({ card, position, total }: MicrositeCardProps) {
  return (
    <div role="listitem" aria-posinset={position} aria-setsize={total} className="flex min-w-0 flex-col gap-3">
      <div className="group relative grid grid-cols-[minmax(0,1fr)] gap-3">
        <Poster url={card.poster_url} durationMs={card.duration_ms} />
        <div className="grid grid-cols-1 gap-1">
          <h3 className="text-15 font-semibold">
            <Link
              dir="auto"
              to={`/microsite/${card.id}`}
              className="line-clamp-2 rounded-sm break-words after:absolute after:inset-0 group-hover:text-accent-text"
            >
              {card.title}
            </Link>
          </h3>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-13 text-muted">
            <StatusBadge status={card.status} />
            {cardFacts(card).map(({ text }) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        </div>
      </div>
      {isUnfinished(card) && <CardProgress card={card} />}
      {card.status === 'failed' && <CardFailure id={card.id} failure={failureOfMicrosite(card)} />}
      {card.match && <MatchLine card={card} />}
      <CardTags card={card} />
      <CardActions card={card} />
    </div>
  )
})

/** Why a microsite could not be made, with the suggested action; the retry is on its own page. */
function CardFailure({ id, failure }: { id: string; failure: Failure }) {
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1 text-13">
      <p className="line-clamp-2 text-danger">{failure.message}</p>
      <WayOutLink failure={failure} links={WAY_OUT_LINKS} site={id} className={TEXT_LINK} />
    </div>
  )
}

/** Progress and current step of a microsite. */
function CardProgress({ card }: { card: Card }) {
  const percent = overallPercent({ phase: 'processing', progress: card.progress })
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <ProgressBar thin percent={percent} label={`Progress of ${card.title}`} />
      <p className="flex justify-between gap-3 text-13 text-muted tabular-nums">
        <span className="block truncate first-letter:uppercase">{processingLine(card)}</span>
        <span>{percent}%</span>
      </p>
    </div>
  )
}

const AddTagsDialog = lazyDialog(async () => (await import('../tags/add-tags-dialog.tsx')).AddTagsDialog)

/** A card's tags and the button to edit them. */
function CardTags({ card }: { card: Card }) {
  const [choosing, setChoosing] = useState(false)
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <TagMarks names={card.tags} />
      <button
        type="button"
        onClick={() => setChoosing(true)}
        className="inline-flex items-center gap-1 rounded-sm py-0.5 text-13 font-medium text-muted hover:text-ink"
      >
        <Plus size={14} aria-hidden />
        Add Tag
        <span className="sr-only"> to {card.title}</span>
      </button>
      {choosing && <AddTagsDialog microsite={card} open onOpenChange={setChoosing} />}
    </div>
  )
}

/** A frame of the video with its length; an icon if there is none. */
function Poster({ url, durationMs }: { url: string | null; durationMs: number | null }) {
  return (
    <div className="relative grid aspect-video place-items-center overflow-hidden rounded border border-line bg-surface text-line-strong">
      {url === null ? (
        <AudioLines size={28} aria-hidden />
      ) : (
        <img src={url} alt="" loading="lazy" className="size-full object-cover" />
      )}
      {durationMs !== null && (
        <span className="absolute right-2 bottom-2 rounded-sm bg-black/75 px-1.5 text-13 font-medium text-white tabular-nums">
          {formatClock(durationMs)}
        </span>
      )}
    </div>
  )
}
