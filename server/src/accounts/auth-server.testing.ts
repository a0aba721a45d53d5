import { serve, type ServerType } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { GoTrueClient } from '@supabase/auth-js'
import { Hono, type Context } from 'hono'
import type { AddressInfo } from 'node:net'
import type { Database } from '../db/database.ts'
import { deliveryKind } from '../db/events.ts'
import { eventJobs } from '../events/deliver-events.ts'
import { createEventsRepo } from '../events/events-repo.ts'
import { errorResponse, type AppEnv } from '../http/app.ts'
import { requireUser } from '../http/require-user.ts'
import { runJob } from '../jobs/run-job.ts'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { systemClock, type Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import { createAuthenticate } from './access-tokens.ts'
import { createAccounts, type Accounts, type AccountsOptions } from './accounts.ts'
import { extensionRoutes } from './extension-routes.ts'
import { mailEvent } from './mail-events.ts'
import { authRoutes } from './routes.ts'

/** A clock that tests move. */
interface TestClock {
  now: Clock
  advance(ms: number): void
}

export function createTestClock(): TestClock {
  let ahead = 0
  return { now: () => new Date(systemClock().getTime() + ahead), advance: (ms) => void (ahead += ms) }
}

/** A mailer that keeps what it was given. */
export function createMailbox({ sends }: { sends: boolean }): Mailer & { mails: Mail[] } {
  const mails: Mail[] = []
  return { sends, mails, send: async (mail) => void mails.push(mail) }
}

/** The token, type and target of the link in a mail. */
export function linkIn(mail: Mail | undefined): {
  token_hash: string
  type: string
  redirect_to: string
  path: string
} {
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const value = (name: string) => link.searchParams.get(name) ?? ''
  return {
    token_hash: value('token_hash'),
    type: value('type'),
    redirect_to: value('redirect_to'),
    path: link.pathname,
  }
}

const MAILS = [deliveryKind('mail')]

export interface AuthServer {
  url: string
  accounts: Accounts
  /** A browser of its own: a real client with its own storage. With a verifier it has begun a sign-in by code. */
  device(verifier?: string): GoTrueClient
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Resolves when the mails that are due have been sent, or were refused. */
  mailed(): Promise<void>
  close(): Promise<void>
}

/** The identity service on a free port, with one guarded route of the JSON API beside it. */
export async function startAuthServer(db: Database, options: Partial<AccountsOptions> = {}): Promise<AuthServer> {
  const log = options.log ?? createLogger('silent')
  let url = ''
  const accounts = createAccounts({
    db,
    log,
    mailer: createMailbox({ sends: false }),
    limiter: createMemoryRateLimiter(),
    signup: 'open',
    publicUrl: () => url,
    secretKey: 'the secret of a server under test',
    clock: systemClock,
    ...options,
  })
  const authenticate = createAuthenticate(accounts)
  const clientAddress = (c: Context<AppEnv>) => getConnInfo(c).remote.address ?? ''
  const app = new Hono<AppEnv>()
    .onError((error, c) => errorResponse(c, error instanceof AppError ? error.code : 'internal', error.message))
    .use(async (c, next) => {
      c.set('log', log)
      await next()
    })
    .route('/auth/v1', authRoutes({ accounts, authenticate, clientAddress }))
    .route('/', extensionRoutes({ accounts, authenticate, clientAddress }))
    .get('/api/me', requireUser(authenticate), (c) => c.json(c.var.caller))
  const server = await new Promise<ServerType>((resolve) => {
    const starting: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(starting))
  })
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    accounts,
    device: (verifier) => {
      const storage = memoryStorage()
      if (verifier !== undefined) storage.setItem('auth-code-verifier', JSON.stringify(verifier))
      const flowType = verifier === undefined ? 'implicit' : 'pkce'
      return new GoTrueClient({
        url: `${url}/auth/v1`,
        storageKey: 'auth',
        storage,
        flowType,
        autoRefreshToken: false,
        persistSession: true,
        detectSessionInUrl: false,
      })
    },
    request: (path, { json, ...init } = {}) =>
      fetch(
        `${url}${path}`,
        json === undefined ? init : { ...init, method: init.method ?? 'POST', body: JSON.stringify(json) },
      ),
    async mailed() {
      await accounts.background.settled()
      const queue = createSqlQueue({ db, clock: accounts.clock })
      const handler = eventJobs({ events: createEventsRepo(db), log }, 'mail', (recorded) =>
        mailEvent(accounts, recorded),
      )
      for (let job = await queue.claim({ kinds: MAILS }); job !== null; job = await queue.claim({ kinds: MAILS }))
        await runJob(job, { queue, handler, log, stopping: new AbortController().signal, renewMs: 10_000 })
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
