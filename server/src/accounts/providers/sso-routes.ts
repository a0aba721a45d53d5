import { Hono, type Context } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import type { AppEnv } from '../../http/app.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import * as requests from '../protocol/auth-requests.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import { readBody } from '../protocol/read-body.ts'
import { endFlow, FLOW_COOKIE, SSO_ANSWERS_PATH } from './flows.ts'
import { serviceProviderMetadata } from './saml.ts'

/** SAML single sign-on for companies. */
export function ssoRoutes({
  accounts,
  client,
}: {
  accounts: Accounts
  client: (c: Context<AppEnv>) => ClientFacts
}): Hono<AppEnv> {
  const answersUrl = () => accounts.publicUrl() + SSO_ANSWERS_PATH
  return new Hono<AppEnv>()
    .post('/sso', async (c) => {
      const { provider_id, domain, redirect_to, code_challenge, skip_http_redirect } = await readBody(
        c,
        requests.ssoSchema,
      )
      await limitAttempts(accounts, 'exchange', { clientAddress: client(c).address })
      const provider = accounts.providers.find(({ sso }) =>
        provider_id === undefined ? sso?.domains.includes(domain ?? '') : sso?.id === provider_id,
      )
      if (!provider) throw new AuthError('sso_provider_not_found', 'No SSO provider assigned for this domain')
      // The browser has to start there itself to get the cookie that completes the flow.
      const url = new URL(`${accounts.publicUrl()}/auth/v1/authorize`)
      url.searchParams.set('provider', provider.name)
      if (redirect_to) url.searchParams.set('redirect_to', redirect_to)
      if (code_challenge !== undefined) url.searchParams.set('code_challenge', code_challenge)
      return skip_http_redirect ? c.json({ url: url.href }) : c.redirect(url.href, 303)
    })
    .get('/sso/saml/metadata', async (c) => {
      if (!accounts.providers.some(({ sso }) => sso))
        throw new AuthError('saml_provider_disabled', 'SAML 2.0 is disabled')
      return c.body(await serviceProviderMetadata(answersUrl()), 200, {
        'Content-Type': 'application/samlmetadata+xml',
      })
    })
    .post('/sso/saml/acs', async (c) => {
      const { SAMLResponse, RelayState } = requests.check(
        requests.samlAnswerSchema,
        // A body that is not a form has neither field.
        await c.req.parseBody().catch(() => ({})),
      )
      const browser = getCookie(c, FLOW_COOKIE)
      deleteCookie(c, FLOW_COOKIE, { path: SSO_ANSWERS_PATH, secure: true, sameSite: 'None' })
      const query = new URLSearchParams({ state: RelayState, SAMLResponse })
      const answer = { query, browser, client: client(c), cameTo: SSO_ANSWERS_PATH }
      return c.redirect(await endFlow(accounts, answer), 303)
    })
}
