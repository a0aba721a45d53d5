import { ArrowRight, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { lazyDialog } from '../../ui/lazy-part.tsx'
import { CardMenu } from './card-menu.tsx'

const ShareDialog = lazyDialog(async () => (await import('../sharing/share-dialog.tsx')).ShareDialog)

/** What a card offers: its page, a link for others, and a menu. Only a finished microsite can be shared. */
export function CardActions({ card }: { card: MicrositeCard }) {
  const [sharing, setSharing] = useState(false)
  return (
    <div className="mt-auto flex items-center gap-2">
      <Link to={`/microsite/${card.id}`} className={buttonClass('secondary', 'sm')}>
        View
        <span className="sr-only"> {card.title}</span>
        <ArrowRight size={15} aria-hidden />
      </Link>
      {card.status === 'active' && (
        <button type="button" onClick={() => setSharing(true)} className={buttonClass('secondary', 'sm')}>
          <Share2 size={15} aria-hidden />
          Share
          <span className="sr-only"> {card.title}</span>
        </button>
      )}
      <div className="ml-auto">
        <CardMenu card={card} />
      </div>
      <ShareDialog microsite={card} open={sharing} onOpenChange={setSharing} />
    </div>
  )
}
