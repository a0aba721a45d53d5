import { z } from 'zod'

export const ACCOUNT_LOG_PATH = '/api/account/log'

export const accountLogSchema = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      /** Such as `signed_in`, `sign_in_failed` or `password_changed`. */
      kind: z.string(),
      /** How the user signed in, or what was added or removed; null: the kind says it. */
      what: z.string().nullable(),
      /** The user agent; null: unknown. */
      user_agent: z.string().nullable(),
      at: z.string(),
    }),
  ),
  /** Pass as `before` to get the next ones; null: these are the last. */
  next: z.string().nullable(),
})
