import * as oauth from 'openid-client'
import { z } from 'zod'
import { emailFrom } from '../account-email.ts'
import type { Provider } from './provider.ts'

const userSchema = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().optional(),
})
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const TIMEOUT_MS = 15_000

interface GithubOptions {
  clientId: string
  clientSecret: string
  /** For GitHub Enterprise and tests; without trailing slashes. */
  site?: string
  api?: string
}

/** GitHub uses OAuth 2.0 without ID tokens, so the user is read from its API. */
export function createGithubProvider({
  clientId,
  clientSecret,
  site = 'https://github.com',
  api = 'https://api.github.com',
}: GithubOptions): Provider {
  const config = new oauth.Configuration(
    {
      issuer: site,
      authorization_endpoint: `${site}/login/oauth/authorize`,
      token_endpoint: `${site}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
  )
  if (site.startsWith('http:')) oauth.allowInsecureRequests(config)

  async function read<T>(path: string, token: string, schema: z.ZodType<T>): Promise<T> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' }
    const response = await fetch(`${api}${path}`, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`GitHub returned ${response.status}`)
    return schema.parse(await response.json())
  }

  return {
    name: 'github',
    label: 'GitHub',

    async authorizationUrl({ state, verifier }, { redirectUri, scopes }) {
      const url = oauth.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: [...new Set(['read:user', 'user:email', ...scopes])].join(' '),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async profile(callback, { state, verifier }) {
      const checks = { pkceCodeVerifier: verifier, expectedState: state }
      const { access_token } = await oauth.authorizationCodeGrant(config, callback, checks)
      const { id, login, name, avatar_url } = await read('/user', access_token, userSchema)
      const emails = await read('/user/emails', access_token, emailsSchema)
      const primary = emails.find((entry) => entry.primary)
      const email = emailFrom(primary?.email)
      return {
        subject: String(id),
        email,
        emailVerified: email !== null && (primary?.verified ?? false),
        name: name ?? login,
        data: {
          sub: String(id),
          email,
          email_verified: primary?.verified,
          user_name: login,
          full_name: name,
          avatar_url,
        },
      }
    },
  }
}
