import { z } from 'zod'

/** Where the caller manages what they pay; good for minutes. */
export const billingPortalSchema = z.object({ url: z.url() })

/** What the payment provider is answered; only the status counts. */
export const webhookReplySchema = z.object({ received: z.literal(true) })

export const BILLING_PATHS = { portal: '/api/billing/portal', webhook: '/api/billing/webhook' } as const
