import { z } from 'zod'

/** What the extension asks for on the page where a signed-in person lets it in (RFC 7636). */
export const extensionRequestSchema = z.object({
  /** Base64url of the verifier's SHA-256. */
  code_challenge: z.string().regex(/^[\w-]{43}$/, 'Invalid code challenge.'),
  /** A challenge that is the verifier itself would protect nothing. */
  code_challenge_method: z.string().toLowerCase().pipe(z.literal('s256', 'Only s256 is supported.')),
  /** Where the code goes: an address that only the extension receives. */
  redirect_to: z.url('Invalid address.').max(2000),
})
export type ExtensionRequest = z.infer<typeof extensionRequestSchema>

/** A code that is good once and for two minutes; POST /auth/v1/token?grant_type=pkce makes a session of it. */
export const extensionCodeSchema = z.object({ code: z.string() })

/** GET answers 204 when the request, in the query, is one that can be granted; POST grants it. */
export const EXTENSION_AUTHORIZATION_PATH = '/api/extension/authorization'
