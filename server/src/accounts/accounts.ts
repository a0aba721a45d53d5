import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { createSeal, type Seal } from '../kernel/seal.ts'
import { createGuessLimiter, type GuessLimiter } from '../limits/guess-limiter.ts'
import type { RateLimiter } from '../limits/rate-limiter.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { SmsSender } from '../sms/sms.ts'
import { forgetOldEvents } from './log/account-log.ts'
import type { Captcha } from './captcha/captcha.ts'
import { createAccountLogRepo, type AccountLogRepo } from './log/account-log-repo.ts'
import { ACCESS_TOKEN_SECONDS, createAccessTokens, type AccessTokens } from './sessions/access-tokens.ts'
import { extensionRedirects, type ExtensionRedirects } from './extension/extension-redirects.ts'
import { createFactorsRepo, type FactorsRepo } from './factors/factors-repo.ts'
import { createWebauthnKeysRepo, type WebauthnKeysRepo } from './factors/webauthn-keys-repo.ts'
import { createKnownDevicesRepo, type KnownDevicesRepo } from './known-devices-repo.ts'
import { createOneTimeTokensRepo, type OneTimeTokensRepo } from './one-time/one-time-tokens-repo.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import type { Provider } from './providers/provider.ts'
import { createSignInFlowsRepo, type SignInFlowsRepo } from './providers/sign-in-flows-repo.ts'
import { createIdentitiesRepo, type IdentitiesRepo } from './providers/identities-repo.ts'
import { DEFAULT_LIMITS, type AuthLimits } from './rate-limits.ts'
import { createKeyedHash, type KeyedHash } from './sessions/secret-token.ts'
import { createSessions, type Sessions } from './sessions/sessions.ts'
import { createSpentProofsRepo, type SpentProofsRepo } from './spent-proofs-repo.ts'
import { createSigningKeysRepo } from './sessions/signing-keys-repo.ts'
import { createSigningKeys, type SigningKeys } from './sessions/signing-keys.ts'
import { createAuthorizationCodesRepo, type AuthorizationCodesRepo } from './sessions/tokens-repo.ts'
import { createUsersRepo, type UsersRepo } from './users-repo.ts'
import type { WalletChain } from './wallets/wallet-signatures.ts'

export interface AccountsOptions {
  db: Database
  mailer: Mailer
  sms: SmsSender
  limiter: RateLimiter
  /** Whether anyone may create an account. */
  signup: 'open' | 'closed'
  /** Whether guests may sign in without identifying themselves. */
  guests?: boolean
  /** External identity providers. */
  providers?: readonly Provider[]
  /** Chains whose wallets can sign in. */
  wallets?: readonly WalletChain[]
  /** Tells people from programs; null: no check. */
  captcha?: Captcha | null
  /** The server's public URL without a trailing slash; a function, because a free port is known only after startup. */
  publicUrl: () => string
  /** Origins that receive codes for the extension, in addition to its own builds. */
  moreExtensionRedirects?: readonly string[]
  /** The server's secret. */
  secretKey: string
  /** Days after which a session ends, however often it is refreshed. */
  sessionDays: number
  clock: Clock
  log: Logger
  limits?: AuthLimits
  passwords?: Passwords
}

type Unshared = 'db' | 'log' | 'secretKey' | 'sessionDays' | 'moreExtensionRedirects'

/** The dependencies of all account operations; each operation takes those it needs. */
export interface Accounts extends Required<Omit<AccountsOptions, Unshared>> {
  users: UsersRepo
  oneTimeTokens: OneTimeTokensRepo
  authorizationCodes: AuthorizationCodesRepo
  knownDevices: KnownDevicesRepo
  guesses: GuessLimiter
  factors: FactorsRepo
  webauthnKeys: WebauthnKeysRepo
  identities: IdentitiesRepo
  flows: SignInFlowsRepo
  spentProofs: SpentProofsRepo
  accountLog: AccountLogRepo
  extensionRedirects: ExtensionRedirects
  keyedHash: KeyedHash
  seal: Seal
  keys: SigningKeys
  tokens: AccessTokens
  sessions: Sessions
  background: Background
}

/** Creates the identity service on a database. */
export function createAccounts({
  db,
  log,
  secretKey,
  sessionDays,
  moreExtensionRedirects,
  ...options
}: AccountsOptions): Accounts {
  const { clock, publicUrl } = options
  const keys = createSigningKeys({
    repo: createSigningKeysRepo(db),
    clock,
    secretKey,
    tokenMs: ACCESS_TOKEN_SECONDS * 1000,
  })
  return {
    guests: false,
    providers: [],
    wallets: [],
    captcha: null,
    limits: DEFAULT_LIMITS,
    passwords: options.passwords ?? createPasswords(),
    ...options,
    users: createUsersRepo(db),
    oneTimeTokens: createOneTimeTokensRepo(db),
    authorizationCodes: createAuthorizationCodesRepo(db),
    knownDevices: createKnownDevicesRepo(db),
    guesses: createGuessLimiter({ db, clock, secretKey }),
    factors: createFactorsRepo(db),
    webauthnKeys: createWebauthnKeysRepo(db),
    identities: createIdentitiesRepo(db),
    flows: createSignInFlowsRepo(db),
    spentProofs: createSpentProofsRepo(db),
    accountLog: createAccountLogRepo(db),
    extensionRedirects: extensionRedirects(moreExtensionRedirects),
    keyedHash: createKeyedHash(secretKey),
    seal: createSeal(secretKey, 'second factors and sign-ins with providers'),
    keys,
    tokens: createAccessTokens({ keys, publicUrl, clock }),
    sessions: createSessions({ db, clock, mostDays: sessionDays }),
    background: createBackground(log),
  }
}

/** Work that continues after the response, so that the response time reveals nothing. */
interface Background {
  /** Waits this many ms, so that slow and fast cases take equally long. */
  pause(ms: number): Promise<void>
  run(what: string, task: () => Promise<void>): void
  /** Resolves when all work started so far has ended; for shutdown. */
  settled(): Promise<void>
}

function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    pause: (ms) => delay(ms),
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

/** A device not seen for this long counts as new. */
const DEVICE_MS = 90 * 24 * 60 * 60 * 1000

/** Unconfirmed sign-ups expire after this time. */
const PENDING_MS = 24 * 60 * 60 * 1000

/** Deletes expired sessions, sign-ups, tokens, codes and challenges; run it regularly. */
export async function removeExpired(
  accounts: Pick<
    Accounts,
    | 'users'
    | 'sessions'
    | 'oneTimeTokens'
    | 'authorizationCodes'
    | 'knownDevices'
    | 'guesses'
    | 'factors'
    | 'flows'
    | 'spentProofs'
    | 'accountLog'
    | 'keys'
    | 'clock'
  >,
): Promise<void> {
  const now = accounts.clock()
  await accounts.sessions.removeExpired()
  await accounts.oneTimeTokens.removeExpired(now)
  await accounts.users.removePendingSince(new Date(now.getTime() - PENDING_MS))
  await accounts.sessions.closeEach(await accounts.authorizationCodes.removeExpired(now))
  await accounts.factors.removeExpiredChallenges(now)
  await accounts.flows.removeExpired(now)
  await accounts.spentProofs.removeExpired(now)
  await accounts.guesses.removeExpired()
  await accounts.keys.removeRetired()
  await forgetOldEvents(accounts)
  await accounts.knownDevices.removeUnseenSince(new Date(now.getTime() - DEVICE_MS))
}
