import { captionsKey, derivedFolder, micrositeOfDerived, stagesFolder, tracksKey } from '../storage/keys.ts'
import type { Storage } from '../storage/storage.ts'
import type { MicrositesRepo } from './microsites-repo.ts'
import { removeFolder } from './remove-folder.ts'

interface SweepDerivedDeps {
  microsites: Pick<MicrositesRepo, 'existing'>
  storage: Pick<Storage, 'all' | 'list' | 'remove'>
}

/** Microsites that are asked for at a time. */
const BATCH = 500

/**
 * Removes what came with a recording whose microsite never came: it is stored first, and a process that is killed or finds
 * the disk full in between leaves it. So does a stage that ends right after its microsite was deleted. A folder with anything
 * else, a recording above all, stays: the database may be the wrong one.
 * @param before a folder with a file of this moment or later stays: its microsite may be on its way.
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
      // Asked again: it may have come meanwhile.
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
