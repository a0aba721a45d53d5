import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { keepEvent } from './log/account-log.ts'
import { createAuthenticate } from './sessions/access-tokens.ts'
import { createAccounts, removeExpired, type AccountsOptions } from './accounts.ts'
import { extensionOrigins } from './extension/extension-redirects.ts'
import { extensionRoutes } from './extension/extension-routes.ts'
import { mailEvent } from './one-time/email-events.ts'
import { requireOwner } from './proof-of-person.ts'
import { scheduleDeletion } from './schedule-deletion.ts'
import { readAccount } from './read-account.ts'
import { listFactorFacts, removeAsOperator } from './factors/factors.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { ssoRoutes } from './providers/sso-routes.ts'
import { authRoutes } from './routes.ts'
import { sessionRoutes } from './sessions/session-routes.ts'

/** Number of log entries the operator reads at once. */
const READ_AT_ONCE = 1000

/** Users, their sessions and their sign-in methods. */
export function createAccountsArea({ clientAddress, ...options }: AccountsOptions & Pick<HttpParts, 'clientAddress'>) {
  const accounts = createAccounts(options)
  const parts = { accounts, authenticate: createAuthenticate(accounts), clientAddress }
  return {
    authenticate: parts.authenticate,
    extensionOrigins: extensionOrigins(accounts.extensionRedirects),
    passwords: accounts.passwords,
    guesses: accounts.guesses,
    /** A user with neither address nor number is a guest. */
    listUsers: async () =>
      (await accounts.users.list()).map(({ email, phone, ...user }) => ({ ...user, email: email ?? phone ?? 'guest' })),
    findUser: async (email: string) => {
      const user = await accounts.users.byEmail(email)
      return user && { id: user.id, email, createdAt: user.createdAt }
    },
    accountById: (userId: string) => accounts.users.byId(userId),
    timeZone: async (userId: string) => (await readAccount(accounts, userId)).timeZone,
    fullName: async (userId: string) => (await readAccount(accounts, userId)).fullName,
    isOperator: async (userId: string) => (await accounts.users.byId(userId))?.isOperator ?? false,
    setOperator: async (userId: string, isOperator: boolean) =>
      void (await accounts.users.update(userId, { isOperator }, options.clock())),
    /** Null: the account is deleted. */
    getEmail: async (userId: string) => (await accounts.users.byId(userId))?.email ?? null,
    /** The user's addresses and numbers, including unverified ones. */
    getAddresses: async (userId: string): Promise<string[]> => {
      const user = await accounts.users.byId(userId)
      return user ? [user.email, user.newEmail, user.phone].filter((each) => each !== null) : []
    },
    listFactors: (userId: string) => listFactorFacts(accounts, userId),
    removeFactor: (userId: string, id: string) => removeAsOperator(accounts, userId, id),
    endSessions: (userId: string) => accounts.sessions.closeAll(userId),
    remove: (userId: string) => accounts.users.remove(userId),
    requireOwner: (request: Parameters<typeof requireOwner>[1]) => requireOwner(accounts, request),
    /** When the account is due for deletion; null: not scheduled. */
    deletionDueAt: async (userId: string) => (await accounts.users.byId(userId))?.deletionDueAt ?? null,
    requestDeletion: (userId: string, dueAt: Date) => scheduleDeletion(accounts, userId, dueAt),
    cancelDeletion: (userId: string) => scheduleDeletion(accounts, userId, null),
    /** Marks an account as being deleted, so that a deletion interrupted by a killed process is finished later. */
    beginRemoval: (userId: string) => accounts.users.setDeletionDue(userId, accounts.clock()),
    /** IDs of accounts due for deletion. */
    listDueForDeletion: async () => (await accounts.users.listDueForDeletion(accounts.clock())).map(({ id }) => id),
    /** The session's user; null once it has ended. */
    userOfSession: async (sessionId: string) => (await accounts.sessions.read(sessionId))?.userId ?? null,
    /** Sends the emails for an event. */
    mailEvent: (recorded: RecordedEvent) => mailEvent(accounts, recorded),
    /** Creates the signing keys at startup. */
    prepareKeys: () => accounts.keys.prepare(),
    /** Signs with a new key from now on. @returns all valid keys. */
    rotateKeys: async () => {
      await accounts.keys.rotate()
      return accounts.keys.describe()
    },
    listKeys: () => accounts.keys.describe(),
    /** Records an event in its account's log. */
    keepEvent: (recorded: RecordedEvent) => keepEvent(accounts, recorded),
    /** An account's log, newest first. */
    readLog: async (userId: string) =>
      (await accounts.accountLog.list(userId, READ_AT_ONCE)).map(({ createdAt, ...entry }) => ({
        ...entry,
        at: createdAt,
      })),
    /** Records that the user requested an export of all data. */
    recordExport: (userId: string) =>
      accounts.users.record({ kind: 'account.data_exported', userId }, accounts.clock()),
    /** Deletes expired data. */
    tidy: () => removeExpired(accounts),
    /** Resolves when all background work is done. */
    settled: () => accounts.background.settled(),
    routers: [extensionRoutes(parts), sessionRoutes(parts)],
    authRouter: authRoutes({
      ...parts,
      authenticate: createAuthenticate({ ...accounts, secondFactor: 'later' }),
      more: [factorRoutes, providerRoutes, ssoRoutes],
    }),
  }
}
export type AccountsArea = ReturnType<typeof createAccountsArea>
