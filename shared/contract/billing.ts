import * as z from 'zod/mini'

/** URL of the caller's billing portal; valid for minutes. */
export const billingPortalSchema = z.object({ url: z.url() })

/** The answer to the payment provider; only the status counts. */
export const webhookReplySchema = z.object({ received: z.literal(true) })

export const BILLING_PATHS = { portal: '/api/billing/portal', webhook: '/api/billing/webhook' } as const
