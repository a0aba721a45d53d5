import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { z } from 'zod'
import { emailFrom } from '../account-email.ts'
import type { Profile, Provider } from './provider.ts'

/** Maximum age of an ID token: a client sends it right away. */
const ID_TOKEN_AGE_SECONDS = 10 * 60
/** Allowed clock difference. */
const SKEW_SECONDS = 60

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  // Some providers send a string.
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).optional(),
  name: z.string().optional(),
  picture: z.string().optional(),
  nonce: z.string().optional(),
})

export interface OidcOptions {
  name: string
  label: string
  issuer: string
  clientId: string
  clientSecret: string
  /** The directory owns all its addresses and vouches for them implicitly. */
  vouchesForAddresses?: boolean
}

/** An OpenID Connect provider; its configuration is discovered from its issuer's address, once. */
export function createOidcProvider({
  name,
  label,
  issuer,
  clientId,
  clientSecret,
  vouchesForAddresses = false,
}: OidcOptions): Provider {
  let found: Promise<oidc.Configuration> | undefined
  let keys: ReturnType<typeof createRemoteJWKSet> | undefined

  function discovered(): Promise<oidc.Configuration> {
    // A provider on this machine has no certificate.
    const options = issuer.startsWith('http:') ? { execute: [oidc.allowInsecureRequests] } : {}
    found ??= oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, options).catch((error: unknown) => {
      found = undefined
      throw error
    })
    return found
  }

  function getProfile(claims: unknown): Profile {
    const { sub, email: named, email_verified, name: fullName, picture } = claimsSchema.parse(claims)
    const email = emailFrom(named)
    return {
      subject: sub,
      email,
      emailVerified: email !== null && (email_verified ?? vouchesForAddresses),
      name: fullName ?? null,
      data: { iss: issuer, sub, email: email ?? undefined, email_verified, full_name: fullName, avatar_url: picture },
    }
  }

  return {
    name,
    label,

    async authorizationUrl({ state, nonce, verifier }, { redirectUri, scopes }) {
      const url = oidc.buildAuthorizationUrl(await discovered(), {
        redirect_uri: redirectUri,
        scope: [...new Set(['openid', 'email', 'profile', ...scopes])].join(' '),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async profile(callback, { state, nonce, verifier }) {
      const config = await discovered()
      const tokens = await oidc.authorizationCodeGrant(config, callback, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('The provider returned no ID token')
      if (claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined)
        return getProfile(claims)
      // Some providers return the address only here.
      const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
      return getProfile({ ...claims, ...more })
    },

    async readIdToken(token) {
      const { jwks_uri, issuer: named } = (await discovered()).serverMetadata()
      if (jwks_uri === undefined) throw new Error('The provider publishes no keys')
      keys ??= createRemoteJWKSet(new URL(jwks_uri))
      const { payload } = await jwtVerify(token, keys, {
        issuer: named,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        algorithms: ['RS256', 'ES256', 'PS256', 'EdDSA'],
        maxTokenAge: ID_TOKEN_AGE_SECONDS,
        clockTolerance: SKEW_SECONDS,
      })
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload['azp'] !== clientId)
        throw new Error('This ID token was issued for another client')
      // A signature has several valid encodings, the signed content only one.
      const id = token.slice(0, token.lastIndexOf('.'))
      const until = new Date(((payload.exp ?? 0) + SKEW_SECONDS) * 1000)
      return { ...getProfile(payload), nonce: claimsSchema.parse(payload).nonce ?? null, once: { id, until } }
    },
  }
}
