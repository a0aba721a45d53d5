import { createHash } from 'node:crypto'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { MicrositeRemoval } from '@callfolio/shared/contract/microsite.ts'
import type { Logger } from '../kernel/logger.ts'
import { removeFolder } from '../microsites/remove-folder.ts'
import type { Storage } from '../storage/storage.ts'

export interface DeleteUserDeps {
  storage: Pick<Storage, 'list' | 'remove' | 'stat'>
  endSessions: (userId: string) => Promise<void>
  /** Has the payment provider bill no more. `left`: ids of those that it could not be made to end. */
  endSubscriptions: (userId: string) => Promise<{ ended: string[]; left: string[] }>
  /** Registers that the account is being deleted: what a killed process leaves of that is finished at the next start. */
  beginRemoval: (userId: string) => Promise<void>
  listMicrosites: (userId: string) => Promise<string[]>
  deleteMicrosite: (userId: string, id: string) => Promise<MicrositeRemoval>
  listUploads: (userId: string) => Promise<string[]>
  removeUpload: (key: string) => Promise<void>
  /** Removes what killed processes left of a user, by the storage folder. */
  removeLeftovers: (folder: string) => Promise<void>
  /** The digests of the microsites' files that the user deleted, now and before. */
  listDigests: (userId: string) => Promise<string[]>
  /** Sends the user the receipt where this server sends mail; a mail server that fails holds up no deletion. */
  sendReceipt: (userId: string, removed: UserRemoval) => Promise<void>
  /** Removes the receipts of what the user deleted. */
  removeReceipts: (userId: string) => Promise<void>
  /** Removes the mails to the user that a server without SMTP keeps. */
  removeMails: (userId: string) => Promise<void>
  /** Removes the account with every row that belongs to it. */
  removeAccount: (userId: string) => Promise<void>
  /** Has the database's files forget the rows; returns at once. */
  eraseSoon: () => void
}

/** What went with a user; `objects` are files. */
export interface UserRemoval {
  microsites: number
  links: number
  uploads: number
  objects: number
  subscriptions_ended: string[]
  /** Still billed: they have to be ended at the payment provider. */
  subscriptions_left: string[]
  /** SHA-256 of the digests of the microsites' files and of the uploads' names, hexadecimal. */
  digest: string
}

/**
 * Removes a user with everything that is theirs. First what costs them money and lets them make more, the account last:
 * a removal that was cut off can be repeated. Then again what a worker wrote until it noticed.
 * @throws TransientFailure, before anything is removed, when the payment provider can't be asked.
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

/** What a person is sent of the deletion of the account: what, when and how much; no content. */
export function receiptMail({ microsites, links, uploads, objects, digest }: UserRemoval, at: Date) {
  return {
    subject: `Your ${BRAND.name} account was deleted`,
    text: `Your ${BRAND.name} account and everything in it were deleted.

Deleted at: ${at.toISOString()}
Microsites: ${microsites}
Links: ${links}
Other uploads: ${uploads}
Files: ${objects}
SHA-256 of the deleted data: ${digest}

This is the only copy of this receipt. The operator’s backups may contain the data until they are replaced.`,
  }
}

/** Deletes the accounts whose time has come, and those whose deletion a killed process left unfinished. One that fails waits for the next time. */
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
