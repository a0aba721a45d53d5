import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { extensionRedirects, type ExtensionRedirects } from './extension-redirects.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { DEFAULT_LIMITS, type AuthLimits } from './rate-limits.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSigningKeysRepo } from './signing-keys-repo.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'
import {
  createAuthorizationCodesRepo,
  createOneTimeTokensRepo,
  type AuthorizationCodesRepo,
  type OneTimeTokensRepo,
} from './tokens-repo.ts'
import { createUsersRepo, type UsersRepo } from './users-repo.ts'

export interface AccountsOptions {
  db: Database
  mailer: Mailer
  limiter: RateLimiter
  /** Whether strangers may make an account. */
  signup: 'open' | 'closed'
  /** The server's own address without a slash at its end; a function, because a free port is known only after the start. */
  publicUrl: () => string
  /** Origins that receive codes for the extension, besides those of its own builds. */
  moreExtensionRedirects?: readonly string[]
  /** The server's secret. */
  secretKey: string
  clock: Clock
  log: Logger
  limits?: AuthLimits
}

/** The dependencies of all account operations; each operation takes those it needs. */
export interface Accounts extends Required<
  Pick<AccountsOptions, 'mailer' | 'limiter' | 'limits' | 'signup' | 'publicUrl' | 'clock'>
> {
  users: UsersRepo
  oneTimeTokens: OneTimeTokensRepo
  authorizationCodes: AuthorizationCodesRepo
  extensionRedirects: ExtensionRedirects
  passwords: Passwords
  keys: SigningKeys
  tokens: AccessTokens
  sessions: Sessions
  background: Background
}

/** Puts the identity service together on a database. */
export function createAccounts({
  db,
  mailer,
  limiter,
  signup,
  publicUrl,
  moreExtensionRedirects,
  secretKey,
  clock,
  log,
  limits = DEFAULT_LIMITS,
}: AccountsOptions): Accounts {
  const keys = createSigningKeys({ repo: createSigningKeysRepo(db), clock, secretKey })
  return {
    mailer,
    limiter,
    limits,
    signup,
    publicUrl,
    clock,
    users: createUsersRepo(db),
    oneTimeTokens: createOneTimeTokensRepo(db),
    authorizationCodes: createAuthorizationCodesRepo(db),
    extensionRedirects: extensionRedirects(moreExtensionRedirects),
    passwords: createPasswords(),
    keys,
    tokens: createAccessTokens({ keys, publicUrl, clock }),
    sessions: createSessions({ db, clock }),
    background: createBackground(log),
  }
}

/** Work that an answer does not wait for, so that the answer's duration reveals nothing. */
interface Background {
  run(what: string, task: () => Promise<void>): void
  /** Resolves when all work begun so far has ended; for a shutdown. */
  settled(): Promise<void>
}

function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, task) {
      const run: Promise<void> = task()
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(run))
      running.add(run)
    },
    async settled() {
      await Promise.all(running)
    },
  }
}

/** Removes expired sessions, mailed tokens and codes; to be run regularly. */
export async function removeExpired({
  sessions,
  oneTimeTokens,
  authorizationCodes,
  clock,
}: Pick<Accounts, 'sessions' | 'oneTimeTokens' | 'authorizationCodes' | 'clock'>): Promise<void> {
  await sessions.removeExpired()
  await oneTimeTokens.removeExpired(clock())
  await authorizationCodes.removeExpired(clock())
}
