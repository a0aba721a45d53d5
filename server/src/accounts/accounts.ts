import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createAccessTokens, type AccessTokens } from './access-tokens.ts'
import { createAuthorizationCodesRepo, type AuthorizationCodesRepo } from './authorization-codes-repo.ts'
import { createBackground, type Background } from './background.ts'
import { extensionRedirects, type ExtensionRedirects } from './extension-redirects.ts'
import { createOneTimeTokensRepo, type OneTimeTokensRepo } from './one-time-tokens-repo.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import { DEFAULT_LIMITS, type AuthLimits } from './rate-limits.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSigningKeysRepo } from './signing-keys-repo.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.ts'
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
  clock: Clock
  log: Logger
  limits?: AuthLimits
}

/** What the operations on accounts work with; each takes the part it needs. */
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
  clock,
  log,
  limits = DEFAULT_LIMITS,
}: AccountsOptions): Accounts {
  const keys = createSigningKeys({ repo: createSigningKeysRepo(db), clock })
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
