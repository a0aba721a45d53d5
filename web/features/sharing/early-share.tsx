import { useState } from 'react'
import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { buttonClass } from '@callfolio/shared/ui/button.ts'
import { useNow } from '../../lib/hooks.ts'
import { worksNow } from './link-terms.ts'
import { ShareDialog } from './share-dialog.tsx'
import { useLinks } from './use-links.ts'

const MINUTE_MS = 60_000

/** Offers its owner to review a page that was shared while it was being prepared: its recipients read it already. */
export function EarlyShareNotice({ site }: { site: Microsite }) {
  const due = site.status === 'active' && site.reviewed_at === null
  return due && <WhenShared site={site} />
}

function WhenShared({ site }: { site: Microsite }) {
  const { data: links = [] } = useLinks(site.id)
  const now = useNow(MINUTE_MS)
  const [isOpen, setOpen] = useState(false)
  const early = links.some((link) => link.early && worksNow(link, now))
  return (
    <>
      {early && (
        <Banner
          actions={
            <button type="button" onClick={() => setOpen(true)} className={buttonClass('secondary', 'sm')}>
              Look it through
            </button>
          }
        >
          You shared this page before it was ready, and nobody has looked it through.
        </Banner>
      )}
      <ShareDialog microsite={site} open={isOpen} onOpenChange={setOpen} reviewing />
    </>
  )
}
