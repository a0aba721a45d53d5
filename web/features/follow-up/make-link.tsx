import { useState } from 'react'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/share-expiry.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { FirstReview, REVIEW_DESCRIPTION, REVIEW_TITLE } from '../review/first-look.tsx'
import type { ReviewState } from '../review/review-state.ts'
import { useCreateLink, useFirstReview } from '../sharing/use-links.ts'
import type { ChosenLink } from './open-links.ts'

interface MakeLinkProps {
  micrositeId: string
  onMade: (link: ChosenLink) => void
}

/** A link that is made for the mail. Before a page's first one its owner is offered a review. */
export function MakeLink(props: MakeLinkProps) {
  const { data: microsite } = useMicrosite(props.micrositeId)
  const [isOpen, setOpen] = useState(false)
  const [memory, setMemory] = useState<ReviewState | null>(null)
  const [skipped, setSkipped] = useState(false)
  const due = useFirstReview(
    { id: props.micrositeId, status: microsite?.status ?? 'active', reviewed_at: microsite?.reviewed_at ?? null },
    true,
  )
  if (due === null) return null
  if (!due || skipped) return <ExpiryChoice {...props} />
  return (
    <>
      <Banner
        actions={
          <>
            <button type="button" onClick={() => setOpen(true)} className={buttonClass('primary', 'sm')}>
              Look it through first
            </button>
            <button type="button" onClick={() => setSkipped(true)} className={buttonClass('secondary', 'sm')}>
              Share without looking
            </button>
          </>
        }
      >
        Nobody has looked at this page yet.
      </Banner>
      <Dialog open={isOpen} onOpenChange={setOpen} size="wide" title={REVIEW_TITLE} description={REVIEW_DESCRIPTION}>
        <FirstReview
          micrositeId={props.micrositeId}
          memory={memory}
          onRemember={setMemory}
          onSkip={() => setSkipped(true)}
        />
      </Dialog>
    </>
  )
}

function ExpiryChoice({ micrositeId, onMade }: MakeLinkProps) {
  const create = useCreateLink()
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-1.5 text-13 text-muted">
        Creates a link with which anyone can read the page, without the video. It expires after:
      </legend>
      <div className="flex flex-wrap gap-2">
        {SHARE_EXPIRY_OPTIONS.map(({ days, label }) => (
          <button
            key={days}
            type="button"
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
            className={buttonClass('secondary', 'sm')}
          >
            {create.isPending && create.variables.expires_in_days === days ? 'Creating...' : label}
          </button>
        ))}
      </div>
      {create.isError && <Banner tone="danger">Failed to generate shareable link. Please try again.</Banner>}
    </fieldset>
  )
}
