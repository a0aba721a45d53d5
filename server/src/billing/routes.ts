import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import {
  ACCOUNT_PATHS,
  subscriptionQuerySchema,
  subscriptionReplySchema,
} from '@callfolio/shared/contract/accounts/account.ts'
import { BILLING_PATHS, billingPortalSchema } from '@callfolio/shared/contract/billing.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonReply, signedIn, query } from '../http/describe.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { AppError } from '../kernel/errors.ts'
import { openPortal, type PortalDeps } from './billing-account.ts'
import { findSubscription, type PlanDeps } from './plan-in-force.ts'

const subscriptionRoute = createRoute({
  method: 'get',
  path: ACCOUNT_PATHS.subscription,
  security: signedIn,
  request: query(subscriptionQuerySchema),
  responses: jsonReply(
    subscriptionReplySchema,
    'The caller’s subscription. Without one: 404 with code PGRST116, or null with `missing=null`',
  ),
})

const portalRoute = createRoute({
  method: 'post',
  path: BILLING_PATHS.portal,
  security: signedIn,
  responses: jsonReply(
    billingPortalSchema,
    'The caller’s billing portal address; 409 if no payment used their email address',
  ),
})

/** The signed-in user's subscription and how to change it. */
export function billingRoutes(
  deps: PlanDeps & PortalDeps & { authenticate: Authenticate; origin: Origin },
): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const user = requireUser(deps.authenticate)
  for (const path of [ACCOUNT_PATHS.subscription, BILLING_PATHS.portal]) router.use(path, user)
  router.openapi(subscriptionRoute, async (c) => {
    const { userId } = c.var.caller
    const subscription = await findSubscription(deps, userId)
    if (!subscription && c.req.valid('query').missing === undefined)
      throw new AppError('PGRST116', 'No subscription found.')
    if (!subscription) return c.json(null, 200)
    const { planId, status, currentPeriodEnd, from, billed } = subscription
    return c.json(
      {
        user_id: userId,
        plan_id: planId,
        status,
        current_period_end: currentPeriodEnd?.toISOString() ?? null,
        paid: from === 'provider',
        billed,
      },
      200,
    )
  })
  router.openapi(portalRoute, async (c) => {
    const returnUrl = new URL('/dashboard?tab=settings', deps.origin(c)).href
    return c.json({ url: await openPortal(deps, c.var.caller.userId, returnUrl) }, 200)
  })
  return router
}
