import { useState } from 'react'
import { getCount } from '@callfolio/shared/format.ts'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/page/share-expiry.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { Review, reviewFrame, waitingCount } from '../review/review.tsx'
import { useCreateLink, useFirstShare } from '../sharing/use-links.ts'
import type { ChosenLink } from './open-links.ts'

interface MakeLinkProps {
  micrositeId: string
  onMade: (link: ChosenLink) => void
}

/** A link created for the email. Before a page's first link its owner is offered a review of waiting items. */
export function MakeLink(props: MakeLinkProps) {
  const { data: microsite } = useMicrosite(props.micrositeId)
  const [isOpen, setOpen] = useState(false)
  const [ended, setEnded] = useState(false)
  const first = useFirstShare(props.micrositeId, true)
  if (first === null) return null
  const count = microsite && first ? waitingCount(microsite) : 0
  if (microsite === undefined || ended || (count === 0 && !isOpen)) return <ExpiryChoice {...props} />
  return (
    <>
      <Banner
        actions={
          <>
            <Button size="sm" onClick={() => setOpen(true)}>
              Review
            </Button>
            <Button variant="secondary" size="sm" onClick={() => setEnded(true)}>
              Skip review
            </Button>
          </>
        }
      >
        {`${getCount(count, 'item')} ${count === 1 ? 'needs' : 'need'} your review.`}
      </Banner>
      <Dialog open={isOpen} onOpenChange={setOpen} {...reviewFrame(microsite)}>
        <Review microsite={microsite} ways={{ skip: 'Skip review', done: 'Continue' }} onDone={() => setEnded(true)} />
      </Dialog>
    </>
  )
}

function ExpiryChoice({ micrositeId, onMade }: MakeLinkProps) {
  const create = useCreateLink()
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 text-13 text-muted">
        Create a link anyone can open, without the video. It expires after:
      </legend>
      <div className="flex flex-wrap gap-2">
        {SHARE_EXPIRY_OPTIONS.map(({ days, label }) => (
          <Button
            variant="secondary"
            size="sm"
            key={days}
            disabled={create.isPending}
            onClick={() =>
              create.mutate(
                { microsite_id: micrositeId, expires_in_days: days },
                {
                  onSuccess: ({ id, share_url, expires_at, reachable }) =>
                    onMade({ id, url: share_url, expiresAt: expires_at, sections: null, needs: null, reachable }),
                },
              )
            }
          >
            {create.isPending && create.variables.expires_in_days === days ? 'Creating...' : label}
          </Button>
        ))}
      </div>
      {create.isError && <Banner tone="danger">Failed to generate shareable link. Please try again.</Banner>}
    </fieldset>
  )
}
