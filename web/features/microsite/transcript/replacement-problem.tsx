import type { Microsite } from '@callfolio/shared/contract/microsite.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'

/** A finished page that could not be made anew says why; it is as it was before. */
export function ReplacementProblem({ site }: { site: Pick<Microsite, 'status' | 'error_message'> }) {
  if (site.status !== 'active' || site.error_message === null) return null
  return (
    <Banner tone="warning">
      The transcript could not be replaced, and the page is as it was. {site.error_message}
    </Banner>
  )
}
