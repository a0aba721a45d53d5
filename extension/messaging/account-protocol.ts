import * as z from 'zod/mini'

/** Popup and side panel ask the background to sign in with the web app; a WebSignIn comes back. */
export const accountCommandSchema = z.object({ type: z.literal('account/continue') })
export type AccountCommand = z.infer<typeof accountCommandSchema>

/** Result of signing in with the web app. `closed`: the person canceled. */
export type WebSignIn = { outcome: 'signed-in' } | { outcome: 'closed' } | { outcome: 'failed'; problem: string }
