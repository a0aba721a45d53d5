import type { PlanId } from '@callfolio/shared/contract/accounts/account.ts'
import type { AccountsArea } from '../accounts/area.ts'
import type { Database } from '../db/database.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Payments } from '../payments/payments.ts'
import { approveMicrosite } from './approve-microsite.ts'
import { endSubscriptions } from './billing-account.ts'
import { createPaymentsRepo } from './payments-repo.ts'
import { findSubscription, planInForce } from './plan-in-force.ts'
import { billingRoutes } from './routes.ts'
import { createSubscriptionsRepo, type Grant } from './subscriptions-repo.ts'
import { webhookRoutes } from './webhook-routes.ts'

interface BillingOptions {
  db: Database
  clock: Clock
  /** Null: no payment provider is configured. */
  payments: Payments | null
  /** Default plan of an account without a subscription. */
  defaultPlan: PlanId
  /** The plan for each of the provider's prices. */
  prices: ReadonlyMap<string, PlanId>
  /** The provider's own portal, for users without a session there. */
  portalUrl: string | undefined
  accounts: Pick<AccountsArea, 'timeZone' | 'accountById'>
  http: Pick<HttpParts, 'authenticate' | 'origin'>
}

/** Users' plans and payments, and whether one more microsite is allowed. */
export function createBillingArea({
  db,
  clock,
  payments,
  defaultPlan,
  prices,
  portalUrl,
  accounts: { timeZone, accountById },
  http,
}: BillingOptions) {
  const subscriptions = createSubscriptionsRepo(db)
  const plans = { subscriptions, defaultPlan, clock }
  const paid = { payments, repo: createPaymentsRepo(db), clock }
  const plan = (userId: string) => planInForce(plans, userId)
  return {
    plan,
    approve: (userId: string) => approveMicrosite({ plan, timeZone, clock }, userId),
    subscription: (userId: string) => findSubscription(plans, userId),
    grant: (userId: string, grant: Grant) => subscriptions.grant(userId, grant, clock()),
    endSubscriptions: (userId: string) => endSubscriptions(paid, userId),
    routers: [
      billingRoutes({ ...plans, ...paid, portalUrl, ...http }),
      webhookRoutes({ ...paid, prices, accountById }),
    ],
  }
}
export type BillingArea = ReturnType<typeof createBillingArea>
