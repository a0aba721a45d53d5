import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import { createAuthenticate } from './access-tokens.ts'
import { createAccounts, removeExpired, type AccountsOptions } from './accounts.ts'
import { extensionOrigins } from './extension-redirects.ts'
import { extensionRoutes } from './extension-routes.ts'
import { mailEvent } from './mail-events.ts'
import { readAccount, userExists } from './read-account.ts'
import { authRoutes } from './routes.ts'

/** Users, their sessions and how they sign in. */
export function createAccountsArea({ clientAddress, ...options }: AccountsOptions & Pick<HttpParts, 'clientAddress'>) {
  const accounts = createAccounts(options)
  const parts = { accounts, authenticate: createAuthenticate(accounts), clientAddress }
  return {
    authenticate: parts.authenticate,
    extensionOrigins: extensionOrigins(accounts.extensionRedirects),
    passwords: accounts.passwords,
    listUsers: () => accounts.users.list(),
    findUser: (email: string) => accounts.users.byEmail(email),
    userExists: (userId: string) => userExists(accounts, userId),
    timeZone: async (userId: string) => (await readAccount(accounts, userId)).timeZone,
    fullName: async (userId: string) => (await readAccount(accounts, userId)).fullName,
    /** Null: the account is gone. */
    emailOf: async (userId: string) => (await accounts.users.byId(userId))?.email ?? null,
    endSessions: (userId: string) => accounts.sessions.closeAll(userId),
    remove: (userId: string) => accounts.users.remove(userId),
    hasPassword: async (userId: string, password: string) =>
      accounts.passwords.matches(password, (await accounts.users.byId(userId))?.passwordHash ?? null),
    /** From when on the account is deleted; null: it stays. */
    deletionDueAt: async (userId: string) => (await accounts.users.byId(userId))?.deletionDueAt ?? null,
    requestDeletion: (userId: string, dueAt: Date) => accounts.users.scheduleDeletion(userId, dueAt, accounts.clock()),
    cancelDeletion: (userId: string) => accounts.users.scheduleDeletion(userId, null, accounts.clock()),
    /** Registers that an account is being deleted, so that a killed process's deletion is finished later. */
    beginRemoval: (userId: string) => accounts.users.setDeletionDue(userId, accounts.clock()),
    /** Ids of accounts that are to be deleted by now. */
    listDueForDeletion: async () => (await accounts.users.listDueForDeletion(accounts.clock())).map(({ id }) => id),
    /** Whose session it is; null once it ended. */
    userOfSession: async (sessionId: string) => (await accounts.sessions.read(sessionId))?.userId ?? null,
    /** Sends the mails that follow from an event. */
    mailEvent: (recorded: RecordedEvent) => mailEvent(accounts, recorded),
    /** Encrypts signing keys that an earlier version kept readable. For the start. */
    sealKeys: async () => void (await accounts.keys.jwks()),
    /** Removes what has expired. */
    tidy: () => removeExpired(accounts),
    /** Resolves when the work in the background is done. */
    settled: () => accounts.background.settled(),
    routers: [extensionRoutes(parts)],
    authRouter: authRoutes(parts),
  }
}
export type AccountsArea = ReturnType<typeof createAccountsArea>
