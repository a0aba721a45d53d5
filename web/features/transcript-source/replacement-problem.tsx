import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { failureOfMicrosite } from '@callfolio/shared/failures.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { WayOutHint } from '@callfolio/shared/ui/way-out.tsx'
import { WAY_OUT_LINKS } from '../../ui/way-out-links.tsx'

/** A finished page that could not be made anew says why; it is as it was before. */
export function ReplacementProblem({ site }: { site: Pick<Microsite, 'status' | 'error_message' | 'failure'> }) {
  if (site.status !== 'active' || site.error_message === null) return null
  return (
    <Banner tone="warning">
      The transcript could not be replaced, and the page is as it was. {site.error_message}{' '}
      <WayOutHint failure={failureOfMicrosite(site)} links={WAY_OUT_LINKS} />
    </Banner>
  )
}
