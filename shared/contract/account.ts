import { z } from 'zod'

export const PLAN_IDS = ['free', 'pro', 'team'] as const
export const planIdSchema = z.enum(PLAN_IDS)
export type PlanId = z.infer<typeof planIdSchema>

/** What a user holds besides the plan that everybody has. */
export const subscriptionSchema = z.object({
  user_id: z.string(),
  plan_id: planIdSchema,
  status: z.string(),
  current_period_end: z.iso.datetime().nullable(),
  /** True when it is what the caller pays for; false when the operator gives it, to them or to everybody. */
  paid: z.boolean(),
  /** True while something that the caller pays for goes on, this or another beside it, its payments failing perhaps. */
  billed: z.boolean(),
})
export type Subscription = z.infer<typeof subscriptionSchema>
/** A browser writes each 404 into its console as an error: a page asks for `null` instead. */
export const subscriptionQuerySchema = z.object({ missing: z.literal('null').optional() })
/** Answer of GET /api/subscription; null, where that is asked for: the caller has none. Otherwise that is 404 with code PGRST116. */
export const subscriptionReplySchema = subscriptionSchema.nullable()

/** Active microsites created this month in the user's time zone. `limit` -1: unlimited. */
export const usageSchema = z.object({
  plan_id: planIdSchema,
  used: z.number().int(),
  limit: z.number().int(),
  renews_on: z.iso.date(),
})
export type Usage = z.infer<typeof usageSchema>

export const ACCOUNT_PATHS = {
  subscription: '/api/subscription',
  subscriptionOrNull: '/api/subscription?missing=null',
  usage: '/api/usage',
} as const
