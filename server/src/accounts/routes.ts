import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { reportRefusedValue } from '../db/refusals.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { bearerToken, requireUser, type Authenticate } from '../http/require-user.ts'
import { getDiskTrouble } from '../kernel/disk-trouble.ts'
import type { Accounts } from './accounts.ts'
import { AuthError, authErrorResponse } from './protocol/auth-error.ts'
import * as requests from './protocol/auth-requests.ts'
import { GUARDED_PATHS, requireCaptcha } from './captcha/require-captcha.ts'
import { describeAuthRoutes } from './protocol/auth-description.ts'
import { exchangeCode } from './extension/extension-sign-in.ts'
import { recover, requestSignIn, resendMail } from './one-time/request-email.ts'
import { requestSignInByPhone, resendSms } from './one-time/request-sms.ts'
import { verify, verifyAndReturn } from './one-time/verify.ts'
import { grantByIdToken } from './providers/flows.ts'
import { requireProof, requireSecondFactor } from './proof-of-person.ts'
import type { ClientFacts } from './rate-limits.ts'
import { getUser } from './read-account.ts'
import { readBody, readJson } from './protocol/read-body.ts'
import { describeUser, type SessionJson } from './sessions/session-json.ts'
import type { LiveSession } from './sessions/sessions.ts'
import { getSettings } from './protocol/settings-json.ts'
import { refreshSession, signInWithPassword } from './sign-in.ts'
import { signInGuest, signUp } from './sign-up.ts'
import { reauthenticate, updateUser } from './update-user.ts'
import { signInWithWallet } from './wallets/sign-in-with-wallet.ts'

const MAXIMUM_BODY_BYTES = 64 * 1024
/** The client library caches the keys for as long. */
const KEYS_MAX_AGE_SECONDS = 600

interface AuthRoutesOptions {
  accounts: Accounts
  /** Also accepts a session that still lacks its second factor. */
  authenticate: Authenticate
  /** The IP address a request came from, for the limits. */
  clientAddress: (c: Context<AppEnv>) => string
  /** Additional routes. */
  more: readonly ((parts: AuthRouteParts) => Hono<AppEnv>)[]
}

/** What all routes of the identity service use. */
interface AuthRouteParts {
  accounts: Accounts
  signedIn: MiddlewareHandler<AppEnv>
  session: (c: Context<AppEnv>) => Promise<LiveSession>
  client: (c: Context<AppEnv>) => ClientFacts
}

/** The identity service, to be mounted at `/auth/v1`. */
export function authRoutes({ accounts, authenticate, clientAddress, more }: AuthRoutesOptions): OpenAPIHono<AppEnv> {
  const signedIn = requireUser(authenticate)
  const client = (c: Context<AppEnv>): ClientFacts => ({
    address: clientAddress(c),
    userAgent: c.req.header('user-agent'),
  })
  const session = (c: Context<AppEnv>) => currentSession(accounts, c.var.caller.sessionId)
  const redirectTo = (c: Context<AppEnv>) => c.req.query('redirect_to')

  const bearerSession = async (c: Context<AppEnv>) => {
    const { sessionId } = await authenticate(bearerToken(c.req.header('authorization')) ?? '')
    return currentSession(accounts, sessionId)
  }

  const grants = createGrants(accounts, client, bearerSession)

  const router = createRouter()
  describeAuthRoutes(router)
  router
    .onError(answerError)
    .use(bodyLimit({ maxSize: MAXIMUM_BODY_BYTES, onError: refuseLargeBody }))
    .use(async (c, next) => {
      c.header('Cache-Control', 'no-store')
      await next()
    })
    .on('POST', GUARDED_PATHS, async (c, next) => {
      const grant = c.req.path.endsWith('/token') ? (c.req.query('grant_type') ?? '') : undefined
      await requireCaptcha(accounts, { grant, body: () => readJson(c), client: client(c) })
      await next()
    })
    .get('/health', (c) => c.json({ name: 'auth', version: '1', description: 'This server’s identity service' }))
    .get('/settings', (c) => c.json(getSettings(accounts)))
    .get('/.well-known/jwks.json', async (c) =>
      c.json(await accounts.keys.jwks(), 200, { 'Cache-Control': `public, max-age=${KEYS_MAX_AGE_SECONDS}` }),
    )
    .post('/signup', async (c) => {
      const body = await readJson(c)
      const guest = requests.guestSchema.safeParse(body).data
      if (guest) return c.json(await signInGuest(accounts, { data: guest.data ?? {}, client: client(c) }))
      const { data, code_challenge: codeChallenge, ...credentials } = requests.check(requests.signUpSchema, body)
      const wanted = { redirectTo: redirectTo(c), codeChallenge, client: client(c) }
      return c.json(await signUp(accounts, { ...credentials, data: data ?? {}, ...wanted }))
    })
    .post('/token', async (c) => {
      const type = c.req.query('grant_type') ?? ''
      const grant = Object.hasOwn(grants, type) ? grants[type] : undefined
      if (!grant) throw new AuthError('unsupported_grant_type', 'Unsupported grant_type')
      return c.json(await grant(c))
    })
    .get('/user', signedIn, async (c) =>
      c.json(await describeUser(accounts, await getUser(accounts, c.var.caller.userId))),
    )
    .put('/user', signedIn, async (c) => {
      const {
        current_password,
        code_challenge,
        code_challenge_method: _,
        ...update
      } = await readBody(c, requests.updateUserSchema)
      const wanted = { currentPassword: current_password, codeChallenge: code_challenge, redirectTo: redirectTo(c) }
      const user = await updateUser(accounts, await session(c), { ...update, ...wanted }, client(c))
      return c.json(await describeUser(accounts, user))
    })
    .get('/reauthenticate', signedIn, async (c) => {
      await reauthenticate(accounts, await session(c), client(c))
      return c.json({})
    })
    .post('/logout', signedIn, async (c) => {
      const wanted = requests.check(requests.scopeSchema, c.req.query('scope'))
      const { sessionId, userId } = c.var.caller
      const own = await session(c)
      if (wanted === 'others') requireSecondFactor(own)
      // A user with only the password may sign out, but ends no other session.
      const scope = own.lacksSecondFactor ? 'local' : wanted
      await accounts.sessions.close({ id: sessionId, userId }, scope)
      await accounts.users.record({ kind: 'account.signed_out', userId, what: scope }, accounts.clock())
      return c.body(null, 204)
    })
    .post('/otp', async (c) => {
      const { login, create_user: createUser, data, code_challenge } = await readBody(c, requests.otpSchema)
      const wanted = { createUser, data: data ?? {}, client: client(c) }
      if ('phone' in login) await requestSignInByPhone(accounts, { ...wanted, phone: login.phone })
      else
        await requestSignIn(accounts, {
          ...wanted,
          email: login.email,
          redirectTo: redirectTo(c),
          codeChallenge: code_challenge,
        })
      return c.json({})
    })
    .post('/recover', async (c) => {
      const { email, code_challenge: codeChallenge } = await readBody(c, requests.recoverSchema)
      await recover(accounts, { email, codeChallenge, redirectTo: redirectTo(c), client: client(c) })
      return c.json({})
    })
    .post('/resend', async (c) => {
      const body = await readBody(c, requests.resendSchema)
      if ('phone' in body) await resendSms(accounts, { phone: body.phone, client: client(c) })
      else {
        const { email, type, code_challenge: codeChallenge } = body
        await resendMail(accounts, { email, type, codeChallenge, redirectTo: redirectTo(c), client: client(c) })
      }
      return c.json({})
    })
    .post('/verify', async (c) => c.json(await verify(accounts, await readBody(c, requests.verifySchema), client(c))))
    .get('/verify', async (c) => {
      const { redirect_to, ...link } = requests.check(requests.verifyLinkSchema, c.req.query())
      return c.redirect(await verifyAndReturn(accounts, { ...link, redirectTo: redirect_to }, client(c)), 303)
    })
  for (const routes of more) router.route('/', routes({ accounts, signedIn, session, client }))
  router.all('*', () => {
    throw new AuthError('not_found', 'This identity service doesn’t support this')
  })
  return router
}

/** What a client can exchange for a session, by `grant_type`. */
function createGrants(
  accounts: Accounts,
  client: (c: Context<AppEnv>) => ClientFacts,
  bearerSession: (c: Context<AppEnv>) => Promise<LiveSession>,
): Record<string, (c: Context<AppEnv>) => Promise<SessionJson>> {
  return {
    password: async (c) =>
      signInWithPassword(accounts, { ...(await readBody(c, requests.credentialsSchema)), client: client(c) }),
    refresh_token: async (c) => refreshSession(accounts, (await readBody(c, requests.refreshSchema)).refresh_token),
    pkce: async (c) => {
      const { auth_code: code, code_verifier: verifier } = await readBody(c, requests.exchangeSchema)
      return exchangeCode(accounts, { code, verifier, client: client(c) })
    },
    id_token: async (c) => {
      const { provider, id_token: idToken, nonce, link_identity } = await readBody(c, requests.idTokenSchema)
      const own = link_identity ? await bearerSession(c) : null
      if (own) await requireProof(accounts, own)
      return grantByIdToken(accounts, { provider, idToken, nonce, session: own, client: client(c) })
    },
    web3: async (c) => signInWithWallet(accounts, { ...(await readBody(c, requests.walletSchema)), client: client(c) }),
  }
}

/** @throws {AuthError} session_not_found when it has just ended. */
async function currentSession({ sessions }: Pick<Accounts, 'sessions'>, id: string): Promise<LiveSession> {
  const session = await sessions.read(id)
  if (!session) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  return session
}

function answerError(error: Error, c: Context<AppEnv>): Response {
  const response = authErrorResponse(error)
  reportRefusedValue(error, c.var.log)
  // Disk errors are logged separately, once.
  if (response.status >= 500 && getDiskTrouble(error) === null)
    c.var.log.error({ err: error }, 'An identity request failed')
  return response
}

function refuseLargeBody(): never {
  throw new AuthError('request_too_large', 'The request is too large')
}
