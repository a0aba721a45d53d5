import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '../../http/app.ts'
import type { Accounts } from '../accounts.ts'
import * as requests from '../protocol/auth-requests.ts'
import type { ClientFacts } from '../rate-limits.ts'
import { getUser } from '../read-account.ts'
import { describeUser } from '../sessions/session-json.ts'
import type { LiveSession } from '../sessions/sessions.ts'
import { requireProof } from '../proof-of-person.ts'
import { ANSWERS_PATH, beginFlow, endFlow, FLOW_COOKIE, getProvider, SSO_ANSWERS_PATH } from './flows.ts'
import { unlink } from './join-account.ts'

export interface ProviderRoutesOptions {
  accounts: Accounts
  signedIn: MiddlewareHandler<AppEnv>
  session: (c: Context<AppEnv>) => Promise<LiveSession>
  client: (c: Context<AppEnv>) => ClientFacts
}

/** Sign-in with external providers, and the identities of an account. */
export function providerRoutes({ accounts, signedIn, session, client }: ProviderRoutesOptions): Hono<AppEnv> {
  async function begin(c: Context<AppEnv>, linkTo: LiveSession | null): Promise<string> {
    const { provider, redirect_to, scopes, code_challenge } = requests.check(requests.authorizeSchema, c.req.query())
    const { url, browser, answersTo } = await beginFlow(accounts, {
      provider,
      redirectTo: redirect_to,
      scopes,
      codeChallenge: code_challenge,
      session: linkTo,
      client: client(c),
    })
    // A cross-site POST carries only SameSite=None cookies, which browsers accept over https and from this machine.
    const posted = answersTo === SSO_ANSWERS_PATH
    const secure = posted || accounts.publicUrl().startsWith('https:')
    const sameSite = posted ? 'None' : 'Lax'
    setCookie(c, FLOW_COOKIE, browser, { path: answersTo, httpOnly: true, sameSite, secure, maxAge: 600 })
    return url
  }

  return new Hono<AppEnv>()
    .get('/authorize', async (c) => c.redirect(await begin(c, null), 302))
    .get('/callback/:provider', async (c) => {
      const cameTo = `${ANSWERS_PATH}/${getProvider(accounts, c.req.param('provider')).name}`
      const browser = getCookie(c, FLOW_COOKIE)
      deleteCookie(c, FLOW_COOKIE, { path: cameTo })
      const query = new URL(c.req.url).searchParams
      const answer = { query, browser, client: client(c), cameTo }
      return c.redirect(await endFlow(accounts, answer), 303)
    })
    .get('/user/identities/authorize', signedIn, async (c) => {
      const own = await session(c)
      await requireProof(accounts, own)
      const url = await begin(c, own)
      return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
    })
    .delete('/user/identities/:id', signedIn, async (c) => {
      await requireProof(accounts, await session(c))
      const user = await getUser(accounts, c.var.caller.userId)
      const { identities } = await describeUser(accounts, user)
      await unlink(accounts, user, identities, c.req.param('id'))
      return c.json({})
    })
}
