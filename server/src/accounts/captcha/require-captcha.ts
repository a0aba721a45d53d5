import { z } from 'zod'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'

/** Paths that unauthenticated callers may use. */
export const GUARDED_PATHS = [
  '/signup',
  '/token',
  '/otp',
  '/recover',
  '/resend',
  '/sso',
  '/passkeys/authentication/options',
]
/** The other grants continue a session or sign-in that a person started. */
const GUARDED_GRANTS = ['password', 'web3']

/** The client library's captcha token field. */
const guardedSchema = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().trim().min(1).max(8192) }),
})
/** The same in the API's description: required only where a captcha is configured. */
export const maybeGuardedSchema = z.object({
  gotrue_meta_security: z.object({ captcha_token: z.string().max(8192).optional() }).optional(),
})

/**
 * Refuses callers who did not solve the captcha, where one is configured.
 * @throws {AuthError} captcha_failed, unavailable, bad_json, or when a limit is exceeded.
 */
export async function requireCaptcha(
  { captcha, ...limits }: Pick<Accounts, 'captcha' | 'limiter' | 'limits'>,
  request: {
    /** Of a request of a token. */ grant: string | undefined
    body: () => Promise<unknown>
    client: ClientFacts
  },
): Promise<void> {
  if (captcha === null || (request.grant !== undefined && !GUARDED_GRANTS.includes(request.grant))) return
  const token = guardedSchema.safeParse(await request.body()).data?.gotrue_meta_security.captcha_token
  if (token === undefined) throw new AuthError('captcha_failed', 'Complete the captcha first.')
  const { address } = request.client
  await limitAttempts(limits, 'captcha', { clientAddress: address })
  const accepted = await captcha.accepts(token, address).catch((cause: unknown) => {
    const message = 'We couldn’t check the captcha. Try again in a minute.'
    throw new AuthError('unavailable', message, { cause })
  })
  if (!accepted) throw new AuthError('captcha_failed', 'The captcha wasn’t accepted. Try again.')
}
