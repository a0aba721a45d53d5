import { createHash, randomUUID } from 'node:crypto'
import type { MicrositeRemoval } from '@callfolio/shared/contract/microsite.ts'
import type { DeletionRow } from '../../db/schema.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import { derivedFolder } from '../../storage/keys.ts'
import type { Storage, StoredObject } from '../../storage/storage.ts'
import { listTracks, removeTracks } from '../records/audio-tracks.ts'
import type { DeletionsRepo } from '../records/deletions-repo.ts'
import type { OwnedMicrosite } from '../records/microsite.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { removeFolder } from './remove-folder.ts'

export interface DeleteDeps {
  microsites: MicrositesRepo
  deletions: DeletionsRepo
  storage: Storage
  queue: Pick<Queue, 'remove'>
  clock: Clock
  /** Removes an uploaded recording and the record of its upload. */
  removeUpload: (key: string) => Promise<void>
  /** Removes what killed processes left of a microsite, by its storage folder and its id. */
  removeLeftovers: (folder: string, id: string) => Promise<void>
  /** Removes emails about a microsite from the outbox, because they may contain its title. */
  removeMailsAbout: (micrositeId: string) => Promise<unknown>
  /** Makes the database files forget the deleted rows; returns at once. */
  eraseSoon: () => void
}

/** How long owners can see their receipts. */
const RECEIPTS_KEPT_MS = 365 * 24 * 60 * 60 * 1000

/**
 * Removes a microsite: links, job and row, which frees its place in the month, and then recording, audio tracks and
 * derived files. `finishDeletions` removes what a killed process leaves.
 * @returns what was removed.
 */
export async function deleteMicrosite(deps: DeleteDeps, site: OwnedMicrosite): Promise<MicrositeRemoval> {
  const found = await listObjects(deps, site)
  const deletion = { id: randomUUID(), at: deps.clock(), objects: found.length, digest: getDigest(found) }
  const links = await deps.microsites.remove(site, deletion)
  await removeFiles(deps, { ...deletion, userId: site.userId, micrositeId: site.id, sourceKey: site.sourceKey })
  return { removed: { objects: found.length, links } }
}

/** Finishes deletions that were interrupted by a killed process, and drops old receipts. */
export async function finishDeletions(deps: DeleteDeps): Promise<void> {
  for (const deletion of await deps.deletions.listUnfinished())
    // The removal of a part is finished by its own sweep (remove-part.ts).
    if (deletion.part === 'page' || (await deps.microsites.findForProcessing(deletion.micrositeId)) === null)
      await removeFiles(deps, deletion)
  await deps.deletions.removeFinishedBefore(new Date(deps.clock().getTime() - RECEIPTS_KEPT_MS))
}

/**
 * Removes the files of a microsite whose row is gone. Safe to repeat. Deletes twice, because a worker writes until it
 * notices (a worker that is still running cleans up after itself, process-microsite.ts).
 */
export async function removeFiles(
  {
    microsites,
    deletions,
    storage,
    queue,
    clock,
    removeUpload,
    removeLeftovers,
    removeMailsAbout,
    eraseSoon,
  }: DeleteDeps,
  { id, userId, micrositeId, sourceKey }: Pick<DeletionRow, 'id' | 'userId' | 'micrositeId' | 'sourceKey'>,
): Promise<void> {
  const folder = derivedFolder(userId, micrositeId)
  if (sourceKey !== null && !(await microsites.usesUpload(sourceKey))) await removeUpload(sourceKey)
  // A recording that came later may have reused the id.
  if ((await microsites.findForProcessing(micrositeId)) === null) {
    await removeTracks({ microsites, storage, removeUpload }, folder)
    await removeFolder(storage, folder)
    await removeLeftovers(folder, micrositeId)
    await removeMailsAbout(micrositeId)
    await queue.remove(micrositeId)
    await removeFolder(storage, folder)
  }
  await deletions.finish(id, clock())
  eraseSoon()
}

/** The stored objects of a microsite, with its recording and audio tracks stored elsewhere. */
export async function listObjects(
  { microsites, storage }: Pick<DeleteDeps, 'microsites' | 'storage'>,
  { userId, id, sourceKey }: OwnedMicrosite,
): Promise<StoredObject[]> {
  const folder = derivedFolder(userId, id)
  const keys = [...(await listTracks({ microsites, storage }, folder)), sourceKey]
  const apart = keys.filter((key) => key !== null).filter((key) => !key.startsWith(folder))
  const found = await Promise.all(apart.map((key) => storage.stat(key)))
  return [...(await storage.list(folder)), ...found.filter((object) => object !== null)]
}

/** A digest of names and sizes of stored objects that reveals neither. */
export function getDigest(objects: readonly StoredObject[]): string {
  const lines = objects.map(({ key, size }) => `${key}\t${size}\n`).sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}
