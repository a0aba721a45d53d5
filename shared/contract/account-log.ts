import { z } from 'zod'

export const ACCOUNT_LOG_PATH = '/api/account/log'

export const accountLogSchema = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      /** Such as `signed_in`, `sign_in_failed` or `password_changed`. */
      kind: z.string(),
      /** How somebody came in, or what was added or taken away; null: the kind says it. */
      what: z.string().nullable(),
      /** The browser's or program's own words; null: not known. */
      user_agent: z.string().nullable(),
      at: z.string(),
    }),
  ),
  /** What `before` asks for the next ones with; null: these are the last. */
  next: z.string().nullable(),
})
