import * as z from 'zod/mini'

/** The extension's request on the page where a signed-in user authorizes it (RFC 7636). */
export const extensionRequestSchema = z.object({
  /** Base64url of the verifier's SHA-256. */
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/, 'Invalid code challenge.')),
  /** A challenge equal to the verifier would protect nothing. */
  code_challenge_method: z.pipe(z.string().check(z.toLowerCase()), z.literal('s256', 'Only s256 is supported.')),
  /** Redirect URL of the code: only the extension receives it. */
  redirect_to: z.url('Invalid address.').check(z.maxLength(2000)),
})
export type ExtensionRequest = z.infer<typeof extensionRequestSchema>

/** A code that is valid once, for two minutes; POST /auth/v1/token?grant_type=pkce exchanges it for a session. */
export const extensionCodeSchema = z.object({ code: z.string() })

/** GET answers 204 when the request in the query can be granted; POST grants it. */
export const EXTENSION_AUTHORIZATION_PATH = '/api/extension/authorization'
