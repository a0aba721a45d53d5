import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { openAccount } from '../../app/account.tsx'
import type { PlanChoice } from '../../features/pricing/plan-choice.ts'
import { PlanTable } from '../../features/pricing/plan-table.tsx'
import { PricingPlans } from '../../features/pricing/pricing-plans.tsx'
import { createQueryClient } from '../../lib/query-client.ts'

/**
 * Replaces the plans of a public page with the signed-in user's.
 * @param page the pricing page and what was chosen before signing in; null: a section of another page.
 */
export function renderAccountPlans(place: HTMLElement, page: { choice: PlanChoice | null } | null): void {
  const Account = openAccount(location.origin)
  createRoot(place).render(
    <QueryClientProvider client={createQueryClient()}>
      <Account>{page ? <PricingPlans choice={page.choice} /> : <PlanTable heading="h3" />}</Account>
    </QueryClientProvider>,
  )
}
