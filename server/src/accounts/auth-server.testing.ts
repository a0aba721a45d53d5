import { serve, type ServerType } from '@hono/node-server'
import { GoTrueClient } from '@supabase/auth-js'
import { Hono } from 'hono'
import type { AddressInfo } from 'node:net'
import type { Database } from '../db/database.ts'
import { deliveryKind, type EventHandlerName } from '../db/events.ts'
import { auditLog, eventJobs, type EventHandler } from '../events/deliver-events.ts'
import { createEventsRepo } from '../events/events-repo.ts'
import { errorResponse, type AppEnv } from '../http/app.ts'
import { clientAddress as getClientAddress } from '../http/client-address.ts'
import { requireUser } from '../http/require-user.ts'
import { runJob } from '../jobs/run-job.ts'
import { createSqlQueue } from '../jobs/sql-queue.ts'
import { systemClock, type Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { createLogger } from '../kernel/logger.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import type { Mail, Mailer } from '../mail/mailer.ts'
import type { SmsSender } from '../sms/sms.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import { keepEvent } from './log/account-log.ts'
import { createAuthenticate } from './sessions/access-tokens.ts'
import { createAccounts, type Accounts, type AccountsOptions } from './accounts.ts'
import { createPasswords } from './passwords.ts'
import { extensionRoutes } from './extension/extension-routes.ts'
import { mailEvent } from './one-time/email-events.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import type { Provider } from './providers/provider.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { ssoRoutes } from './providers/sso-routes.ts'
import { authRoutes } from './routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

/** Hashes in a fiftieth of the time: these tests hash thousands of passwords. */
const QUICK = createPasswords({ cost: { memoryCost: 1024, timeCost: 1 } })

/** A clock that tests control. */
interface TestClock {
  now: Clock
  advance(ms: number): void
}

export function createTestClock(): TestClock {
  let ahead = 0
  return { now: () => new Date(systemClock().getTime() + ahead), advance: (ms) => void (ahead += ms) }
}

/** A mailer that stores its messages. */
export function createMailbox({ sends }: { sends: boolean }): Mailer & { mails: Mail[] } {
  const mails: Mail[] = []
  return { sends, mails, send: async (mail) => void mails.push(mail) }
}

/** An SMS sender that stores its messages. */
export function createPhone(): SmsSender & { messages: { to: string; text: string }[] } {
  const messages: { to: string; text: string }[] = []
  return { sends: true, messages, send: async (message) => ({ id: `message ${messages.push(message)}` }) }
}

/** A provider whose ID tokens are the users' IDs there. @param getEmail the verified address in one; null: none. */
export function createTestProvider(getEmail: (subject: string) => string | null): Provider {
  const rest = { emailVerified: true, name: null, data: {} }
  return {
    name: 'custom:test',
    label: 'Test',
    authorizationUrl: async ({ state }) => `http://localhost:3000/?state=${state}`,
    profile: async () => ({ subject: 'by return', email: null, ...rest }),
    readIdToken: async (subject) => ({ subject, email: getEmail(subject), nonce: null, ...rest }),
  }
}

/** The code in an email or a text message. */
export function codeIn(message: { text: string } | undefined): string {
  return /(?<![\w-])\d{6}(?![\w-])/.exec(message?.text ?? '')?.[0] ?? ''
}

/** The token, type and target of the link in an email. */
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

export interface AuthServer {
  url: string
  accounts: Accounts
  /** A new browser: a real client with its own storage. With a verifier it has started a sign-in by code. */
  device(verifier?: string): GoTrueClient
  /** Opens a new browser that connects from this IP address. */
  deviceAt(address: string): GoTrueClient
  /** A browser whose email links return a code that it exchanges. */
  pkceDevice(): GoTrueClient
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Resolves when all due emails have been sent or refused. */
  mailed(): Promise<void>
  /** Resolves when all events are in the accounts' logs. */
  logged(): Promise<void>
  close(): Promise<void>
}

/** The identity service on a free port, with one guarded route of the JSON API next to it. */
export async function startAuthServer(db: Database, options: Partial<AccountsOptions> = {}): Promise<AuthServer> {
  const log = options.log ?? createLogger('silent')
  let url = ''
  const accounts = createAccounts({
    db,
    log,
    mailer: createMailbox({ sends: false }),
    sms: createPhone(),
    limiter: createMemoryRateLimiter(),
    signup: 'open',
    publicUrl: () => url,
    secretKey: 'the secret of a server under test',
    sessionDays: 180,
    clock: systemClock,
    passwords: QUICK,
    ...options,
  })
  const authenticate = createAuthenticate(accounts)
  // Tests simulate several clients with `X-Forwarded-For`.
  const clientAddress = getClientAddress(true)
  const app = new Hono<AppEnv>()
    .onError((error, c) => errorResponse(c, error instanceof AppError ? error.code : 'internal', error.message))
    .use(async (c, next) => {
      c.set('log', log)
      await next()
    })
    .route(
      '/auth/v1',
      authRoutes({
        accounts,
        authenticate: createAuthenticate({ ...accounts, secondFactor: 'later' }),
        clientAddress,
        more: [factorRoutes, providerRoutes, ssoRoutes],
      }),
    )
    .route('/', extensionRoutes({ accounts, authenticate, clientAddress }))
    .route('/', sessionRoutes({ accounts, authenticate }))
    .get('/api/me', requireUser(authenticate), (c) => c.json(c.var.caller))
  async function deliver(name: EventHandlerName, handle: EventHandler): Promise<void> {
    await accounts.background.settled()
    const queue = createSqlQueue({ db, clock: accounts.clock })
    const handler = eventJobs({ events: createEventsRepo(db), log }, name, handle)
    const parts = { queue, handler, log, disk: soundDisk, stopping: new AbortController().signal, renewMs: 10_000 }
    const kinds = [deliveryKind(name)]
    for (let job = await queue.claim({ kinds }); job !== null; job = await queue.claim({ kinds }))
      await runJob(job, parts)
  }
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
      return createClient(url, storage, verifier === undefined ? 'implicit' : 'pkce')
    },
    deviceAt: (address) => createClient(url, memoryStorage(), 'implicit', { 'x-forwarded-for': address }),
    pkceDevice: () => createClient(url, memoryStorage(), 'pkce'),
    request: (path, { json, ...init } = {}) =>
      fetch(
        `${url}${path}`,
        json === undefined ? init : { ...init, method: init.method ?? 'POST', body: JSON.stringify(json) },
      ),
    mailed: () => deliver('mail', (recorded) => mailEvent(accounts, recorded)),
    logged: () =>
      deliver(
        'audit',
        auditLog(log, (recorded) => keepEvent(accounts, recorded)),
      ),
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

function createClient(
  url: string,
  storage: ReturnType<typeof memoryStorage>,
  flowType: 'implicit' | 'pkce',
  headers: Record<string, string> = {},
) {
  return new GoTrueClient({
    url: `${url}/auth/v1`,
    storageKey: 'auth',
    storage,
    flowType,
    headers,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true, passkey: true },
  })
}

function memoryStorage() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}
