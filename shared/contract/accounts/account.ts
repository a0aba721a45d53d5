import * as z from 'zod/mini'

export const PLAN_IDS = ['free', 'pro', 'team'] as const
export const planIdSchema = z.enum(PLAN_IDS)
export type PlanId = z.infer<typeof planIdSchema>

/** A user's subscription beyond the default plan. */
export const subscriptionSchema = z.object({
  user_id: z.string(),
  plan_id: planIdSchema,
  status: z.string(),
  current_period_end: z.nullable(z.iso.datetime()),
  /** True if the caller pays for it; false if the operator granted it, to them or to everyone. */
  paid: z.boolean(),
  /** True while the caller has any paid subscription, this or another one, perhaps with failing payments. */
  billed: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>
/** Browsers log each 404 as an error in the console: pages request `null` instead. */
export const subscriptionQuerySchema = z.object({ missing: z.optional(z.literal('null')) })
/**
 * Answer of GET /api/subscription; null, if requested: the caller has none. Otherwise that is 404 with code PGRST116.
 */
export const subscriptionReplySchema = z.nullable(subscriptionSchema)

/** Active microsites created this month in the user's time zone. `limit` -1: unlimited. */
export const usageSchema = z.object({
  plan_id: planIdSchema,
  used: z.int(),
  limit: z.int(),
  renews_on: z.iso.date(),
})
export type Usage = z.infer<typeof usageSchema>

export const ACCOUNT_PATHS = {
  subscription: '/api/subscription',
  subscriptionOrNull: '/api/subscription?missing=null',
  usage: '/api/usage',
} as const
