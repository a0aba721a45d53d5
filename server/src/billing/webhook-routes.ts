import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import { BILLING_PATHS, webhookReplySchema } from '@callfolio/shared/contract/billing.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonReply } from '../http/describe.ts'
import { AppError } from '../kernel/errors.ts'
import type { Payments } from '../payments/payments.ts'
import { applyPaymentEvent, type ApplyEventDeps } from './apply-payment-event.ts'

/** The provider's events are some tens of kilobytes. */
const EVENT_BYTES = 512 * 1024

const route = createRoute({
  method: 'post',
  path: BILLING_PATHS.webhook,
  request: { headers: z.object({ 'stripe-signature': z.string() }) },
  responses: jsonReply(
    webhookReplySchema,
    'A signed event from the payment provider. Any status other than 200 makes the provider resend it',
  ),
})

/** Receives the payment provider's events, authenticated by a signature over the body's bytes. */
export function webhookRoutes({
  payments,
  ...deps
}: Omit<ApplyEventDeps, 'payments'> & { payments: Payments | null }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(BILLING_PATHS.webhook, bodyLimit({ maxSize: EVENT_BYTES, onError: () => tooLarge() }))
  router.openapi(route, async (c) => {
    if (payments === null) throw new AppError('not_found', 'Payments aren’t set up on this server.')
    const event = await payments.readEvent(await c.req.text(), c.req.valid('header')['stripe-signature'])
    await applyPaymentEvent({ ...deps, payments }, event, c.var.log)
    return c.json({ received: true as const }, 200)
  })
  return router
}

function tooLarge(): never {
  throw new AppError('payload_too_large', 'The event is too large.')
}
