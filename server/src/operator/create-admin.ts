import type { AccountsArea } from '../accounts/area.ts'
import type { BillingArea } from '../billing/area.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { deleteUser, receiptMail, type UserRemoval } from '../lifecycle/delete-user.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import type { Storage } from '../storage/storage.ts'
import type { UploadsArea } from '../uploads/area.ts'
import type { FailedJobs } from './failed-jobs.ts'

interface AdminOptions {
  accounts: AccountsArea
  billing: BillingArea
  microsites: MicrositesArea
  uploads: UploadsArea
  failedJobs: Pick<FailedJobs, 'list' | 'retry'>
  storage: Storage
  removeLeftovers: (folder: string) => Promise<void>
  /** Removes an account's emails from this server's outbox: those about it, and those sent to its addresses. */
  removeMailsFor: (userId: string, addresses: readonly string[]) => Promise<number>
  eraseSoon: () => void
  mailer: Mailer
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** The dependencies of the operator's commands, from the areas. */
export function createAdmin({
  accounts,
  billing,
  microsites,
  uploads,
  failedJobs,
  storage,
  removeLeftovers,
  removeMailsFor,
  eraseSoon,
  mailer,
  clock,
  log,
}: AdminOptions) {
  const removal = {
    storage,
    beginRemoval: accounts.beginRemoval,
    endSessions: accounts.endSessions,
    endSubscriptions: billing.endSubscriptions,
    listMicrosites: microsites.listIds,
    deleteMicrosite: microsites.remove,
    listUploads: uploads.list,
    removeUpload: uploads.remove,
    removeLeftovers,
    listDigests: async (userId: string) => (await microsites.listReceipts(userId)).map(({ digest }) => digest),
    sendReceipt: async (userId: string, removed: UserRemoval) => {
      const to = mailer.sends ? await accounts.getEmail(userId) : null
      if (to === null) return
      const mail = { to, ...receiptMail(removed, clock()) }
      await mailer.send(mail).catch((error: unknown) => log.warn({ err: error }, 'a receipt was not sent'))
    },
    removeReceipts: microsites.removeReceipts,
    removeMails: async (userId: string) => {
      await removeMailsFor(userId, await accounts.getAddresses(userId))
    },
    removeAccount: accounts.remove,
    eraseSoon,
  }
  return {
    listUsers: accounts.listUsers,
    findUser: accounts.findUser,
    subscription: billing.subscription,
    plan: billing.plan,
    usage: microsites.usage,
    grant: billing.grant,
    setOperator: accounts.setOperator,
    listFailedJobs: failedJobs.list,
    retryJob: failedJobs.retry,
    accountLog: accounts.readLog,
    listFactors: accounts.listFactors,
    removeFactor: accounts.removeFactor,
    listKeys: accounts.listKeys,
    rotateKeys: accounts.rotateKeys,
    deleteUser: (userId: string) => deleteUser(removal, userId),
  }
}

/** The server's own operations that the operator's commands run. */
export type Admin = ReturnType<typeof createAdmin>
