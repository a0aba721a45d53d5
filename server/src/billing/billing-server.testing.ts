import { ACCOUNT_PATHS, subscriptionReplySchema } from '@callfolio/shared/contract/accounts/account.ts'
import { BILLING_PATHS } from '@callfolio/shared/contract/billing.ts'
import { startFakeStripe, type WorldEvent } from '../../../e2e/fakes/stripe.ts'
import { createUsersRepo } from '../accounts/users-repo.ts'
import { parseConfig, pricesOfPlans } from '../config/config.ts'
import { systemClock } from '../kernel/clock.ts'
import { createStripePayments } from '../payments/stripe.ts'
import { startApi, type Person } from '../testing/api-server.ts'
import { openMemory } from '../testing/databases.ts'
import { createPaymentsRepo } from './payments-repo.ts'
import { billingRoutes } from './routes.ts'
import { createSubscriptionsRepo } from './subscriptions-repo.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** The billing area over HTTP, with a fake Stripe that the real package talks to. */
export async function openBillingServer(settings: Record<string, string> = {}) {
  const stripe = await startFakeStripe()
  const config = parseConfig({ ...stripe.settings, ...settings })
  const db = await openMemory()
  const subscriptions = createSubscriptionsRepo(db)
  const payments = await createStripePayments({
    secretKey: stripe.settings.STRIPE_SECRET_KEY,
    webhookSecret: stripe.settings.STRIPE_WEBHOOK_SECRET,
    apiBase: stripe.url,
    clock: systemClock,
  })
  const paid = { payments, repo: createPaymentsRepo(db), clock: systemClock }
  const users = createUsersRepo(db)
  const api = await startApi(db, (authenticate) => [
    billingRoutes({
      ...paid,
      subscriptions,
      defaultPlan: 'free',
      portalUrl: config.STRIPE_PORTAL_URL,
      origin: () => 'http://callfolio.example',
      authenticate,
    }),
    webhookRoutes({ ...paid, prices: pricesOfPlans(config), accountById: (id) => users.byId(id) }),
  ])
  const webhook = `${api.url}${BILLING_PATHS.webhook}`

  return {
    stripe,
    api,
    db,
    subscriptions,
    webhook,
    /** Delivers events one after another. @returns the response statuses. */
    async deliver(events: readonly WorldEvent[]) {
      const statuses: number[] = []
      for (const event of events) statuses.push(await stripe.deliver(webhook, event))
      return statuses
    },
    /** A user's subscription in the API's format; null when there is none. */
    async getSubscription(as: Person) {
      const { body } = await api.request('GET', ACCOUNT_PATHS.subscriptionOrNull, { as })
      return subscriptionReplySchema.parse(body)
    },
    async close() {
      await api.close()
      await stripe.close()
      await db.close()
    },
  }
}
export type BillingServer = Awaited<ReturnType<typeof openBillingServer>>
