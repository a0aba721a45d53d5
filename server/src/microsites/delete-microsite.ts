import type { MicrositeRemoval } from '@callfolio/shared/contract/microsite.ts'
import type { Queue } from '../jobs/queue.ts'
import { derivedFolder } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import { removeTracks } from './audio-tracks.ts'
import type { MicrositesRepo, OwnedMicrosite } from './microsites-repo.ts'
import { removeFolder } from './remove-folder.ts'

export interface DeleteDeps {
  microsites: MicrositesRepo
  storage: Storage
  queue: Queue
  /** Removes an uploaded recording and what is remembered of its upload. */
  removeUpload: (key: string) => Promise<void>
  /** Removes what killed processes left of a microsite, by its storage folder and its id. */
  removeLeftovers: (folder: string, id: string) => Promise<void>
}

/**
 * Removes a microsite: recording, audio tracks, derived files, links, job and the row, which gives its place in the month back. Files
 * first, so that a removal that was cut off can be repeated; then again what a worker wrote until it noticed (a worker
 * that still runs cleans up after itself, process-microsite.ts).
 * @returns what was removed.
 */
export async function deleteMicrosite(
  { microsites, storage, queue, removeUpload, removeLeftovers }: DeleteDeps,
  site: OwnedMicrosite,
): Promise<MicrositeRemoval> {
  const folder = derivedFolder(site.userId, site.id)
  let objects = await removeTracks({ microsites, storage, removeUpload }, folder)
  objects += await removeFolder(storage, folder)
  if (site.sourceKey !== null) {
    if (await storage.stat(site.sourceKey)) objects += 1
    await removeUpload(site.sourceKey)
  }
  const links = await microsites.remove(site)
  await removeLeftovers(folder, site.id)
  await queue.remove(site.id)
  objects += await removeFolder(storage, folder)
  return { removed: { objects, links } }
}
