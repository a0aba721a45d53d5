import * as z from 'zod/mini'

/** The parts of a microsite with their own retention, in order of removal. */
export const KEPT_PARTS = ['media', 'transcript', 'page'] as const
export type KeptPart = (typeof KEPT_PARTS)[number]

/** Days between the warning and the removal. */
export const RETENTION_WARNING_DAYS = 7

const days = z.nullable(z.int().check(z.minimum(1, 'At least one day.'), z.maximum(3650, 'At most ten years.')))

/**
 * Body of PUT /api/account/retention: how many days after a microsite was made its parts are removed; null: never. A
 * page shows its transcript, and the transcript outlives its recording, so no part is removed before the part it was
 * made from.
 */
export const retentionSchema = z.object({ media_days: days, transcript_days: days, page_days: days }).check(
  z.refine(
    ({ media_days: media, transcript_days: transcript }) => noLonger(media, transcript),
    'A recording can’t be kept longer than its transcript.',
  ),
  z.refine(
    ({ transcript_days: transcript, page_days: page }) => noLonger(transcript, page),
    'A transcript can’t be kept longer than its microsite.',
  ),
)
export type Retention = z.infer<typeof retentionSchema>

function noLonger(first: number | null, second: number | null): boolean {
  return (first ?? Infinity) <= (second ?? Infinity)
}

/** Answer of GET and PUT /api/account/retention: the periods, and the next removals. */
export const retentionStateSchema = z.object({
  retention: z.object({ media_days: days, transcript_days: days, page_days: days }),
  /** The soonest first, at most twenty: those announced by email. */
  next: z.array(
    z.object({
      microsite_id: z.string(),
      title: z.string(),
      part: z.enum(KEPT_PARTS),
      at: z.iso.datetime(),
    }),
  ),
})
export type RetentionState = z.infer<typeof retentionStateSchema>

const until = z.nullable(z.iso.datetime())

/**
 * Answer of GET and PUT /api/microsites/{id}/retention: the earliest removal date of its parts; null: kept for good,
 * or already removed.
 */
export const micrositeRetentionSchema = z.object({
  /** True: exempt from retention. */
  pinned: z.boolean(),
  media_until: until,
  transcript_until: until,
  page_until: until,
})
export type MicrositeRetention = z.infer<typeof micrositeRetentionSchema>

/** Body of PUT /api/microsites/{id}/retention. */
export const pinSchema = z.object({ pinned: z.boolean() })

export const RETENTION_PATHS = {
  account: '/api/account/retention',
  microsite: (id: string) => `/api/microsites/${encodeURIComponent(id)}/retention`,
} as const
