import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { ACCOUNT_PATHS, subscriptionSchema } from '@callfolio/shared/contract/account.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonReply, signedIn } from '../http/describe.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import { findSubscription, type PlanDeps } from './plan-in-force.ts'

const subscriptionRoute = createRoute({
  method: 'get',
  path: ACCOUNT_PATHS.subscription,
  security: signedIn,
  responses: jsonReply(subscriptionSchema, 'The caller’s subscription; 404 with code PGRST116 when there is none'),
})

/** Reading the subscription. */
export function billingRoutes(deps: PlanDeps & { authenticate: Authenticate }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(ACCOUNT_PATHS.subscription, requireUser(deps.authenticate))
  router.openapi(subscriptionRoute, async (c) => {
    const { userId } = c.var.caller
    const subscription = await findSubscription(deps, userId)
    if (!subscription) throw new AppError('PGRST116', 'No subscription found.')
    const { planId, status, currentPeriodEnd } = subscription
    return c.json({ user_id: userId, plan_id: planId, status, current_period_end: currentPeriodEnd?.toISOString() ?? null }, 200)
  })
  return router
}
