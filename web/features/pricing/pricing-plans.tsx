import { PLANS } from '@callfolio/shared/plans.ts'
import { useVisitor } from '../plan/subscription-context.ts'
import { canBuy, type PlanChoice } from './plan-choice.ts'
import { PlanTable, START_FREE } from './plan-table.tsx'

/** The pricing page's content. @param choice of a user who chose before signing in. */
export function PricingPlans({ choice = null }: { choice?: PlanChoice | null }) {
  const { subscription } = useVisitor()
  return (
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
  )
}
