import { z } from 'zod'

/** Stripe names other objects by their id, or writes them out; both become the id. */
export const reference = z
  .union([z.string(), z.object({ id: z.string() })])
  .transform((named) => (typeof named === 'string' ? named : named.id))

/** Stripe's seconds since 1970. */
export const time = z.number().transform((seconds) => new Date(seconds * 1000))
