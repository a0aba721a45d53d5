import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { keepEvent } from './account-log.ts'
import { accountLogRoutes } from './account-log-routes.ts'
import { createAuthenticate } from './access-tokens.ts'
import { createAccounts, removeExpired, type AccountsOptions } from './accounts.ts'
import { extensionOrigins } from './extension-redirects.ts'
import { extensionRoutes } from './extension-routes.ts'
import { mailEvent } from './one-time/mail-events.ts'
import { requireOwner } from './proof-of-person.ts'
import { scheduleDeletion } from './schedule-deletion.ts'
import { accountById, readAccount } from './read-account.ts'
import { listFactorFacts, removeAsOperator } from './factors/factors.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { providerRoutes } from './providers/provider-routes.ts'
import { ssoRoutes } from './providers/sso-routes.ts'
import { authRoutes } from './routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Entries of a log that the operator reads. */
const READ_AT_ONCE = 1000

/** Users, their sessions and how they sign in. */
export function createAccountsArea({ clientAddress, ...options }: AccountsOptions & Pick<HttpParts, 'clientAddress'>) {
  const accounts = createAccounts(options)
  const parts = { accounts, authenticate: createAuthenticate(accounts), clientAddress }
  return {
    authenticate: parts.authenticate,
    extensionOrigins: extensionOrigins(accounts.extensionRedirects),
    passwords: accounts.passwords,
    guesses: accounts.guesses,
    /** Who has neither address nor number is a guest. */
    listUsers: async () =>
      (await accounts.users.list()).map(({ email, phone, ...user }) => ({ ...user, email: email ?? phone ?? 'guest' })),
    findUser: async (email: string) => {
      const user = await accounts.users.byEmail(email)
      return user && { id: user.id, email, createdAt: user.createdAt }
    },
    accountById: (userId: string) => accountById(accounts, userId),
    timeZone: async (userId: string) => (await readAccount(accounts, userId)).timeZone,
    fullName: async (userId: string) => (await readAccount(accounts, userId)).fullName,
    isOperator: async (userId: string) => (await accounts.users.byId(userId))?.isOperator ?? false,
    setOperator: async (userId: string, isOperator: boolean) =>
      void (await accounts.users.update(userId, { isOperator }, options.clock())),
    /** Null: the account is gone. */
    emailOf: async (userId: string) => (await accounts.users.byId(userId))?.email ?? null,
    /** Where a user can be or could soon be reached: addresses and numbers, also those that are not proved yet. */
    addressesOf: async (userId: string): Promise<string[]> => {
      const user = await accounts.users.byId(userId)
      return user ? [user.email, user.newEmail, user.phone].filter((each) => each !== null) : []
    },
    listFactors: (userId: string) => listFactorFacts(accounts, userId),
    removeFactor: (userId: string, id: string) => removeAsOperator(accounts, userId, id),
    endSessions: (userId: string) => accounts.sessions.closeAll(userId),
    remove: (userId: string) => accounts.users.remove(userId),
    requireOwner: (request: Parameters<typeof requireOwner>[1]) => requireOwner(accounts, request),
    /** From when on the account is deleted; null: it stays. */
    deletionDueAt: async (userId: string) => (await accounts.users.byId(userId))?.deletionDueAt ?? null,
    requestDeletion: (userId: string, dueAt: Date) => scheduleDeletion(accounts, userId, dueAt),
    cancelDeletion: (userId: string) => scheduleDeletion(accounts, userId, null),
    /** Registers that an account is being deleted, so that a killed process's deletion is finished later. */
    beginRemoval: (userId: string) => accounts.users.setDeletionDue(userId, accounts.clock()),
    /** Ids of accounts that are to be deleted by now. */
    listDueForDeletion: async () => (await accounts.users.listDueForDeletion(accounts.clock())).map(({ id }) => id),
    /** Whose session it is; null once it ended. */
    userOfSession: async (sessionId: string) => (await accounts.sessions.read(sessionId))?.userId ?? null,
    /** Sends the mails that follow from an event. */
    mailEvent: (recorded: RecordedEvent) => mailEvent(accounts, recorded),
    /** Makes the signing keys. For the start. */
    prepareKeys: () => accounts.keys.prepare(),
    /** Signs with another key from now on. @returns all that count. */
    rotateKeys: async () => {
      await accounts.keys.rotate()
      return accounts.keys.describe()
    },
    listKeys: () => accounts.keys.describe(),
    /** Keeps what happened to an account. */
    keepEvent: (recorded: RecordedEvent) => keepEvent(accounts, recorded),
    /** What happened to an account, the latest first. */
    readLog: async (userId: string) =>
      (await accounts.accountLog.list(userId, { before: null, most: READ_AT_ONCE })).map(({ createdAt, ...entry }) => ({
        ...entry,
        at: createdAt,
      })),
    /** Records that everything of an account was asked for. */
    recordExport: (userId: string) =>
      accounts.users.record({ kind: 'account.data_exported', userId }, accounts.clock()),
    /** Removes what has expired. */
    tidy: () => removeExpired(accounts),
    /** Resolves when the work in the background is done. */
    settled: () => accounts.background.settled(),
    routers: [extensionRoutes(parts), sessionRoutes(parts), accountLogRoutes(parts)],
    authRouter: authRoutes({
      ...parts,
      authenticate: createAuthenticate({ ...accounts, secondFactor: 'later' }),
      more: [factorRoutes, providerRoutes, ssoRoutes],
    }),
  }
}
export type AccountsArea = ReturnType<typeof createAccountsArea>
