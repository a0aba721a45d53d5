import * as z from 'zod/mini'

/** One signed-in session of an account. */
export const accountSessionSchema = z.object({
  id: z.string(),
  /** The caller's own session. */
  current: z.boolean(),
  /** The browser extension signed in through the web app, rather than a browser. */
  extension: z.boolean(),
  /** The browser's user agent; null: none. */
  user_agent: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  /** Updated when the session is continued, every quarter of an hour while it is in use. */
  last_used_at: z.iso.datetime(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>

/** Answer of GET: the most recently used first. DELETE of one ends it. */
export const accountSessionsSchema = z.object({ sessions: z.array(accountSessionSchema) })

export const SESSION_PATHS = {
  list: '/api/account/sessions',
  one: (id: string) => `/api/account/sessions/${id}`,
} as const
