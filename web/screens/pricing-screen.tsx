import { BRAND } from '@callfolio/shared/brand.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { SitePage } from '../features/marketing/site-page.tsx'
import { PricingPlans } from '../features/pricing/pricing-plans.tsx'
import { PageDescription, PageTitle } from '../ui/page-title.tsx'

/** /pricing: the plans. */
export function PricingScreen() {
  return (
    <SitePage>
      <PageTitle>Pricing</PageTitle>
      <PageDescription>{`${BRAND.name} pricing: ${PLANS.free.limits.micrositesPerMonth} microsites a month for free, ${PLANS.pro.limits.micrositesPerMonth} for $${PLANS.pro.monthlyPrice}.`}</PageDescription>
      <div data-plans="page">
        <PricingPlans />
      </div>
    </SitePage>
  )
}
