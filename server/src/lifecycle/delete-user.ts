import { createHash } from 'node:crypto'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { MicrositeRemoval } from '@callfolio/shared/contract/microsite.ts'
import type { Logger } from '../kernel/logger.ts'
import { removeFolder } from '../microsites/removal/remove-folder.ts'
import type { Storage } from '../storage/storage.ts'

export interface DeleteUserDeps {
  storage: Pick<Storage, 'list' | 'remove' | 'stat'>
  endSessions: (userId: string) => Promise<void>
  /** Ends the billing at the payment provider. `left`: ids of subscriptions that it could not end. */
  endSubscriptions: (userId: string) => Promise<{ ended: string[]; left: string[] }>
  /** Records that the deletion has begun, so that the next start finishes it after a kill. */
  beginRemoval: (userId: string) => Promise<void>
  listMicrosites: (userId: string) => Promise<string[]>
  deleteMicrosite: (userId: string, id: string) => Promise<MicrositeRemoval>
  listUploads: (userId: string) => Promise<string[]>
  removeUpload: (key: string) => Promise<void>
  /** Removes a user's files left by killed processes, by storage folder. */
  removeLeftovers: (folder: string) => Promise<void>
  /** The digests of files of the user's microsites, deleted now or before. */
  listDigests: (userId: string) => Promise<string[]>
  /** Emails the user the receipt if this server sends email; a failing mail server delays no deletion. */
  sendReceipt: (userId: string, removed: UserRemoval) => Promise<void>
  /** Removes the receipts of the user's deletions. */
  removeReceipts: (userId: string) => Promise<void>
  /** Removes the user's emails from the outbox of a server without SMTP. */
  removeMails: (userId: string) => Promise<void>
  /** Removes the account with every row that belongs to it. */
  removeAccount: (userId: string) => Promise<void>
  /** Erases the rows from the database's files; returns at once. */
  eraseSoon: () => void
}

/** Counts of the deleted items; `objects` are files. */
export interface UserRemoval {
  microsites: number
  links: number
  uploads: number
  objects: number
  subscriptions_ended: string[]
  /** Still billed, to be ended at the payment provider by hand. */
  subscriptions_left: string[]
  /** SHA-256 of the digests of the microsites' files and of the uploads' names, hexadecimal. */
  digest: string
}

/**
 * Deletes a user with all their data. Billing and sign-in end first and the account last, so an interrupted deletion
 * can be repeated. A second pass removes writes that a worker made before it noticed.
 * @throws TransientFailure, before anything is removed, when the payment provider is unreachable.
 */
export async function deleteUser(deps: DeleteUserDeps, userId: string): Promise<UserRemoval> {
  const { ended, left } = await deps.endSubscriptions(userId)
  await deps.beginRemoval(userId)
  await deps.endSessions(userId)
  const sites = await deps.listMicrosites(userId)
  let [objects, links] = [0, 0]
  for (const id of sites) {
    const { removed } = await deps.deleteMicrosite(userId, id)
    objects += removed.objects
    links += removed.links
  }
  const uploads = await deps.listUploads(userId)
  for (const key of uploads) {
    if (await deps.storage.stat(key)) objects += 1
    await deps.removeUpload(key)
  }
  const folder = `${userId}/`
  objects += await removeFolder(deps.storage, folder)
  await deps.removeLeftovers(folder)
  const lines = [...(await deps.listDigests(userId)), ...uploads].toSorted()
  const removed = {
    microsites: sites.length,
    links,
    uploads: uploads.length,
    objects,
    subscriptions_ended: ended,
    subscriptions_left: left,
    digest: createHash('sha256').update(lines.join('\n')).digest('hex'),
  }
  await deps.sendReceipt(userId, removed)
  await deps.removeReceipts(userId)
  await deps.removeMails(userId)
  await deps.removeAccount(userId)
  const late = await removeFolder(deps.storage, folder)
  deps.eraseSoon()
  return { ...removed, objects: objects + late }
}

/** The receipt for a deleted account: what, when and how much; no content. */
export function receiptMail({ microsites, links, uploads, objects, digest }: UserRemoval, at: Date) {
  return {
    subject: `Your ${BRAND.name} account was deleted`,
    text: `Your ${BRAND.name} account and everything in it were deleted.

Deleted at: ${at.toISOString()}
Microsites: ${microsites}
Links: ${links}
Other uploads: ${uploads}
Files: ${objects}
SHA-256 of the deleted file names and sizes: ${digest}

This is the only copy of this receipt. The operator’s backups may contain the data until they are replaced.`,
  }
}

/**
 * Deletes accounts that are due, and those whose deletion a killed process left unfinished. Failed ones are retried
 * on the next run.
 */
export async function deleteDueUsers({
  listDueForDeletion,
  deleteUser: remove,
  log,
}: {
  listDueForDeletion: () => Promise<string[]>
  deleteUser: (userId: string) => Promise<unknown>
  log: Pick<Logger, 'error'>
}): Promise<void> {
  for (const userId of await listDueForDeletion())
    await remove(userId).catch((error: unknown) =>
      log.error({ err: error, user: userId }, 'an account was not deleted'),
    )
}
