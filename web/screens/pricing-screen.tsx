import { useSearchParams } from 'react-router'
import { BRAND } from '@callfolio/shared/brand.ts'
import { PLANS } from '@callfolio/shared/plans.ts'
import { SitePage } from '../features/marketing/site-page.tsx'
import { canBuy, readChoice } from '../features/pricing/plan-choice.ts'
import { PlanTable, START_FREE } from '../features/pricing/plan-table.tsx'
import { useVisitor } from '../features/plan/subscription-context.ts'
import { PageDescription, PageTitle } from '../ui/page-title.tsx'

/** /pricing: the plans; the URL contains the choice of users who chose before signing in. */
export function PricingScreen() {
  const choice = readChoice(useSearchParams()[0])
  const { subscription } = useVisitor()
  return (
    <SitePage>
      <PageTitle>Pricing</PageTitle>
      <PageDescription>{`${BRAND.name} pricing: ${PLANS.free.limits.micrositesPerMonth} microsites a month for free, ${PLANS.pro.limits.micrositesPerMonth} for $${PLANS.pro.monthlyPrice}.`}</PageDescription>
      <div className="mx-auto grid max-w-[75rem] gap-10 px-5 pt-14 pb-20 sm:px-8 sm:pt-20">
        <div className="grid gap-3">
          <h1 className="text-40 font-semibold tracking-[-0.03em]">Pricing</h1>
          <p className="max-w-[40rem] text-17 text-muted">
            {choice && canBuy(PLANS.pro, subscription)
              ? `You chose ${PLANS.pro.name}, billed ${choice.period}. Continue to checkout below.`
              : START_FREE}
          </p>
        </div>
        <PlanTable heading="h2" choice={choice} />
      </div>
    </SitePage>
  )
}
