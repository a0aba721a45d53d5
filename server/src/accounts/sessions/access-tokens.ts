import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { UserRow } from '../../db/schema.ts'
import type { Authenticate } from '../../http/require-user.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { LiveSession, Sessions } from './sessions.ts'
import { SIGNING_ALGORITHM, type SigningKeys } from './signing-keys.ts'

/** Must stay well above the 90 s before the end at which the client refreshes. */
export const ACCESS_TOKEN_SECONDS = 15 * 60

/** @param providers usable for sign-in, the first one first. */
export function appMetadata(providers: string[]): { provider?: string; providers: string[] } {
  const [provider] = providers
  return { ...(provider !== undefined && { provider }), providers: [...new Set(providers)] }
}

const AUDIENCE = 'authenticated'
const claimsSchema = z.object({ sub: z.string(), session_id: z.string() })

/** The claims of a verified access token. */
type AccessClaims = z.infer<typeof claimsSchema>

export type AccessTokens = ReturnType<typeof createAccessTokens>

/**
 * Access tokens: JWTs with the claims that the client library knows, each bound to a session.
 * @param publicUrl the server's own address; its identity service is the issuer.
 */
export function createAccessTokens({
  keys,
  publicUrl,
  clock,
}: {
  keys: SigningKeys
  publicUrl: () => string
  clock: Clock
}) {
  return {
    async sign(
      user: UserRow,
      session: LiveSession,
      metadata: ReturnType<typeof appMetadata>,
    ): Promise<{ token: string; expiresAt: Date }> {
      const issuedAt = clock()
      const expiresAt = new Date(issuedAt.getTime() + ACCESS_TOKEN_SECONDS * 1000)
      const { kid, key } = await keys.current()
      const claims = {
        session_id: session.id,
        email: user.email ?? '',
        phone: user.phone ?? '',
        app_metadata: metadata,
        role: 'authenticated',
        aal: session.second === null ? 'aal1' : 'aal2',
        // Newest first, as the client library expects it.
        amr: [
          ...(session.second === null
            ? []
            : [{ method: session.second.method, timestamp: toSeconds(session.second.at) }]),
          // The client library doesn't know extensions, so the web app counts as an OAuth provider.
          {
            method: session.method === 'extension' ? 'oauth' : session.method,
            timestamp: toSeconds(session.createdAt),
          },
        ],
        is_anonymous: user.isAnonymous,
      }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: SIGNING_ALGORITHM, kid, typ: 'JWT' })
        .setIssuer(`${publicUrl()}/auth/v1`)
        .setSubject(user.id)
        .setAudience(AUDIENCE)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key)
      return { token, expiresAt }
    },

    /**
     * Checks signature, audience and time, but not the issuer, because a server's address may change.
     * @returns null for an invalid token.
     */
    async verify(token: string): Promise<AccessClaims | null> {
      const verified = await jwtVerify(
        token,
        async ({ kid }) => {
          const key = kid === undefined ? null : await keys.byKid(kid)
          if (!key) throw new errors.JWKSNoMatchingKey()
          return key
        },
        { algorithms: [SIGNING_ALGORITHM], audience: AUDIENCE, requiredClaims: ['exp'], currentDate: clock() },
      ).catch((error: unknown) => {
        if (error instanceof errors.JOSEError) return null
        throw error
      })
      return verified && (claimsSchema.safeParse(verified.payload).data ?? null)
    },
  }
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** Checks an access token's signature and that its session still exists, so that a sign-out takes effect at once. */
export function createAuthenticate({
  tokens,
  sessions,
  secondFactor = 'required',
}: {
  tokens: Pick<AccessTokens, 'verify'>
  sessions: Pick<Sessions, 'read'>
  /** `later`: also accepts a session without its second factor, so that it can add it. */
  secondFactor?: 'required' | 'later'
}): Authenticate {
  return async (accessToken) => {
    const claims = await tokens.verify(accessToken)
    if (!claims) throw new AppError('bad_jwt', 'invalid JWT: the token is expired or not from this server')
    const session = await sessions.read(claims.session_id)
    if (session?.userId !== claims.sub)
      throw new AppError('session_not_found', 'Session from session_id claim in JWT does not exist')
    if (secondFactor === 'required' && session.lacksSecondFactor)
      throw new AppError('insufficient_aal', 'Complete two-step sign-in to continue.')
    return { userId: session.userId, sessionId: session.id }
  }
}
