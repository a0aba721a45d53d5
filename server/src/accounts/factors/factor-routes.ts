import { Hono, type Context } from 'hono'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../http/app.ts'
import type { Accounts } from '../accounts.ts'
import * as requests from '../protocol/auth-requests.ts'
import type { ClientFacts } from '../rate-limits.ts'
import { readBody, readJson } from '../protocol/read-body.ts'
import type { LiveSession } from '../sessions/sessions.ts'
import { challenge, enrol, unenrol, verifyFactor } from './factors.ts'
import * as passkeys from './passkeys.ts'
import * as codes from './recovery-codes.ts'

export interface FactorRoutesOptions {
  accounts: Accounts
  signedIn: MiddlewareHandler<AppEnv>
  session: (c: Context<AppEnv>) => Promise<LiveSession>
  client: (c: Context<AppEnv>) => ClientFacts
}

/** Second factors, recovery codes and passkeys. */
export function factorRoutes({ accounts, signedIn, session, client }: FactorRoutesOptions): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/factors/recovery-codes', signedIn, async (c) => c.json(await codes.codesStatus(accounts, await session(c))))
    .post('/factors/recovery-codes', signedIn, async (c) => {
      const { friendly_name } = requests.check(requests.recoveryCodesSchema, await readJson(c).catch(() => ({})))
      return c.json(await codes.generateCodes(accounts, await session(c), friendly_name))
    })
    .post('/factors/recovery-codes/regenerate', signedIn, async (c) =>
      c.json(await codes.regenerateCodes(accounts, await session(c))),
    )
    .post('/factors/recovery-codes/verify', signedIn, async (c) => {
      const { code } = await readBody(c, requests.codeSchema)
      return c.json(await codes.verifyCode(accounts, await session(c), { code, client: client(c) }))
    })
    .delete('/factors/recovery-codes', signedIn, async (c) =>
      c.json(await codes.removeCodes(accounts, await session(c))),
    )
    .post('/factors', signedIn, async (c) =>
      c.json(await enrol(accounts, await session(c), await readBody(c, requests.enrolSchema))),
    )
    .post('/factors/:id/challenge', signedIn, async (c) =>
      c.json(await challenge(accounts, await session(c), c.req.param('id'), client(c))),
    )
    .post('/factors/:id/verify', signedIn, async (c) => {
      const answer = await readBody(c, requests.factorAnswerSchema)
      const given = { factorId: c.req.param('id'), answer, client: client(c) }
      return c.json(await verifyFactor(accounts, await session(c), given))
    })
    .delete('/factors/:id', signedIn, async (c) => c.json(await unenrol(accounts, await session(c), c.req.param('id'))))
    .post('/passkeys/registration/options', signedIn, async (c) =>
      c.json(await passkeys.beginPasskey(accounts, await session(c), client(c))),
    )
    .post('/passkeys/registration/verify', signedIn, async (c) =>
      c.json(await passkeys.addPasskey(accounts, await session(c), await readBody(c, requests.passkeySchema))),
    )
    .post('/passkeys/authentication/options', async (c) =>
      c.json(await passkeys.beginPasskeySignIn(accounts, client(c))),
    )
    .post('/passkeys/authentication/verify', async (c) =>
      c.json(await passkeys.signInWithPasskey(accounts, await readBody(c, requests.passkeySchema), client(c))),
    )
    .get('/passkeys', signedIn, async (c) => c.json(await passkeys.listPasskeys(accounts, await session(c))))
    .patch('/passkeys/:id', signedIn, async (c) => {
      const { friendly_name } = await readBody(c, requests.passkeyNameSchema)
      return c.json(await passkeys.renamePasskey(accounts, await session(c), c.req.param('id'), friendly_name))
    })
    .delete('/passkeys/:id', signedIn, async (c) => {
      await passkeys.removePasskey(accounts, await session(c), c.req.param('id'))
      return c.body(null, 204)
    })
}
