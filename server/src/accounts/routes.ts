import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import type { AppEnv } from '../http/app.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import type { Accounts } from './accounts.ts'
import { AuthError, authErrorResponse } from './auth-error.ts'
import * as requests from './auth-requests.ts'
import { exchangeCode } from './extension-sign-in.ts'
import { recover, resendConfirmation } from './mail-requests.ts'
import { verifyOneTimeToken } from './one-time-links.ts'
import type { ClientFacts } from './rate-limits.ts'
import { getUser } from './read-account.ts'
import { userJson, type SessionJson } from './session-json.ts'
import { refreshSession, signInWithPassword } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'

const MAXIMUM_BODY_BYTES = 64 * 1024
/** The client library keeps the keys as long. */
const KEYS_MAX_AGE_SECONDS = 600

interface AuthRoutesOptions {
  accounts: Accounts
  authenticate: Authenticate
  /** The network address a request came from, for the limits. */
  clientAddress: (c: Context<AppEnv>) => string
}

/** The identity service, to be mounted at `/auth/v1`. */
export function authRoutes({ accounts, authenticate, clientAddress }: AuthRoutesOptions): Hono<AppEnv> {
  const signedIn = requireUser(authenticate)
  const client = (c: Context<AppEnv>): ClientFacts => ({
    address: clientAddress(c),
    userAgent: c.req.header('user-agent'),
  })
  const session = (c: Context<AppEnv>) => ({ id: c.var.caller.sessionId, userId: c.var.caller.userId })
  const mailRequest = (c: Context<AppEnv>) => ({ redirectTo: c.req.query('redirect_to'), client: client(c) })

  const grants: Record<string, (c: Context<AppEnv>) => Promise<SessionJson>> = {
    password: async (c) =>
      signInWithPassword(accounts, { ...(await readBody(c, requests.credentialsSchema)), client: client(c) }),
    refresh_token: async (c) => refreshSession(accounts, (await readBody(c, requests.refreshSchema)).refresh_token),
    pkce: async (c) => {
      const { auth_code: code, code_verifier: verifier } = await readBody(c, requests.exchangeSchema)
      return exchangeCode(accounts, { code, verifier, client: client(c) })
    },
  }

  return new Hono<AppEnv>()
    .onError(answerError)
    .use(bodyLimit({ maxSize: MAXIMUM_BODY_BYTES, onError: refuseLargeBody }))
    .use(async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    })
    .get('/.well-known/jwks.json', async (c) =>
      c.json(await accounts.keys.jwks(), 200, { 'Cache-Control': `public, max-age=${KEYS_MAX_AGE_SECONDS}` }),
    )
    .post('/signup', async (c) => {
      const { data, ...credentials } = await readBody(c, requests.signUpSchema)
      return c.json(await signUp(accounts, { ...credentials, data: data ?? {}, ...mailRequest(c) }))
    })
    .post('/token', async (c) => {
      const type = c.req.query('grant_type') ?? ''
      const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
      if (!grant) throw new AuthError('unsupported_grant_type', 'This server does not know the grant_type')
      return c.json(await grant(c))
    })
    .get('/user', signedIn, async (c) => c.json(userJson(await getUser(accounts, c.var.caller.userId))))
    .put('/user', signedIn, async (c) => {
      const update = await readBody(c, requests.updateUserSchema)
      return c.json(userJson(await updateUser(accounts, session(c), update)))
    })
    .post('/logout', signedIn, async (c) => {
      await accounts.sessions.close(session(c), requests.check(requests.scopeSchema, c.req.query('scope')))
      return c.body(null, 204)
    })
    .post('/recover', async (c) => {
      const { email } = await readBody(c, requests.recoverSchema)
      await recover(accounts, { email, ...mailRequest(c) })
      return c.json({})
    })
    .post('/resend', async (c) => {
      const { email } = await readBody(c, requests.resendSchema)
      await resendConfirmation(accounts, { email, ...mailRequest(c) })
      return c.json({})
    })
    .post('/verify', async (c) => {
      const { type, token_hash } = await readBody(c, requests.verifySchema)
      return c.json(await verifyOneTimeToken(accounts, { purpose: type, token: token_hash, client: client(c) }))
    })
    .all('*', () => {
      throw new AuthError('not_found', 'The identity service does not offer this')
    })
}

async function readBody<T>(c: Context<AppEnv>, schema: z.ZodType<T>): Promise<T> {
  const body: unknown = await c.req.json().catch((cause: unknown) => {
    throw new AuthError('bad_json', 'Could not parse request body as JSON', { cause })
  })
  return requests.check(schema, body)
}

function answerError(error: Error, c: Context<AppEnv>): Response {
  const response = authErrorResponse(error)
  if (response.status >= 500) c.var.log.error({ err: error }, 'An identity request failed')
  return response
}

function refuseLargeBody(): never {
  throw new AuthError('request_too_large', 'The request is too large')
}
