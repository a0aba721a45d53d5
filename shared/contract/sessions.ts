import { z } from 'zod'

/** One place where an account is signed in. */
export const accountSessionSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  current: z.boolean(),
  /** The browser extension signed in by the web app, rather than a browser. */
  extension: z.boolean(),
  /** What the browser said of itself; null: nothing. */
  user_agent: z.string().nullable(),
  created_at: z.iso.datetime(),
  /** Written when the session is continued, every quarter of an hour while it is in use. */
  last_used_at: z.iso.datetime(),
})
export type AccountSession = z.infer<typeof accountSessionSchema>

/** Answer of GET: the one used last first. DELETE of one ends it. */
export const accountSessionsSchema = z.object({ sessions: z.array(accountSessionSchema) })

export const SESSION_PATHS = {
  list: '/api/account/sessions',
  one: (id: string) => `/api/account/sessions/${id}`,
} as const
