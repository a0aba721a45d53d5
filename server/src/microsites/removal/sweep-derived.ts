import { captionsKey, derivedFolder, micrositeOfDerived, stagesFolder, tracksKey } from '../../storage/keys.ts'
import type { Storage } from '../../storage/storage.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import { removeFolder } from './remove-folder.ts'

interface SweepDerivedDeps {
  microsites: Pick<MicrositesRepo, 'existing'>
  storage: Pick<Storage, 'all' | 'list' | 'remove'>
}

/** Number of microsites per query. */
const BATCH = 500

/**
 * Removes files of recordings whose microsite was never made: they are stored first, and a process that is killed or
 * hits a full disk leaves them behind. So does a stage that ends right after its microsite was deleted. A folder with
 * anything else, above all a recording, stays, because the database may be the wrong one.
 * @param before a folder with a file of this time or later stays, because its microsite may follow.
 * @returns how many folders were removed.
 */
export async function sweepDerived(
  { microsites, storage }: SweepDerivedDeps,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0
  let batch = new Map<string, string>()
  const sweep = async () => {
    const existing = await microsites.existing([...batch.keys()])
    for (const [id, userId] of batch) {
      const folder = derivedFolder(userId, id)
      if (existing.has(id)) continue
      const sidecars = [captionsKey(folder), tracksKey(folder)]
      const isExpendable = (key: string) => sidecars.includes(key) || key.startsWith(stagesFolder(folder))
      const objects = await storage.list(folder)
      if (objects.some(({ key, modifiedAt }) => modifiedAt >= before || !isExpendable(key))) continue
      // Checked again, because it may have been made since.
      if ((await microsites.existing([id])).has(id)) continue
      await removeFolder(storage, folder)
      removed += 1
    }
    batch = new Map()
  }
  for await (const { key } of storage.all()) {
    if (signal.aborted) return removed
    const owned = micrositeOfDerived(key)
    if (owned === null) continue
    batch.set(owned.micrositeId, owned.userId)
    if (batch.size >= BATCH) await sweep()
  }
  await sweep()
  return removed
}
