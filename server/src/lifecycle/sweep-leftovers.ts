import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { listWorkFolders, removeWorkFolder, type WorkFolder } from '../pipeline/work-folders.ts'
import type { Storage } from '../storage/storage.ts'

/*
 * Leftovers of killed processes on this machine: work folders, and partial files. Both can hold a whole transcript. A
 * work folder belongs to its job until the lease expires; a partial file is in use as long as it grows.
 */

export interface LeftoverDeps {
  /** Where the pipeline makes its work folders. */
  tempDir: string
  storage: Storage
  queue: Pick<Queue, 'listRunning'>
  clock: Clock
}

const MINUTE_MS = 60 * 1000
/** No write pauses for this long. */
const UNFINISHED_KEPT_MS = 60 * MINUTE_MS
/** Deletions by users use this shorter age; files written within the last minute wait for the next sweep. */
const DELETED_KEPT_MS = MINUTE_MS

/**
 * Removes files that no running job uses, for all users. Runs at the start, after leases were taken over.
 * @returns how many folders and files were removed.
 */
export async function sweepLeftovers(deps: LeftoverDeps): Promise<number> {
  return (await sweepWorkFolders(deps)) + (await sweepUnfinished(deps))
}

/** Removes the work folders, which are per process. Runs hourly. @returns how many. */
export function sweepWorkFolders(deps: Pick<LeftoverDeps, 'tempDir' | 'queue'>): Promise<number> {
  return leftFolders(deps, () => true)
}

/** Removes the partial files, which processes may share. Runs hourly. @returns how many. */
export function sweepUnfinished({ storage, clock }: Pick<LeftoverDeps, 'storage' | 'clock'>): Promise<number> {
  return storage.removeUnfinished({ untouchedSince: new Date(clock().getTime() - UNFINISHED_KEPT_MS) })
}

/**
 * Removes the leftovers of a user or microsite that is being deleted, except those of its running job, which cleans
 * up after itself. Call it while the queue still has the job.
 * @param below the storage prefix of the deleted item, which ends with `/`.
 * @param recordingId the microsite's id; null: a user, whose microsites are gone.
 */
export async function removeLeftoversFor(
  { tempDir, storage, queue, clock }: LeftoverDeps,
  below: string,
  recordingId: string | null,
): Promise<void> {
  if (recordingId !== null) await leftFolders({ tempDir, queue }, (folder) => folder.recordingId === recordingId)
  await storage.removeUnfinished({ below, untouchedSince: new Date(clock().getTime() - DELETED_KEPT_MS) })
}

/** Removes the selected work folders that no running job uses. @returns how many. */
async function leftFolders(
  { tempDir, queue }: Pick<LeftoverDeps, 'tempDir' | 'queue'>,
  isMeant: (folder: WorkFolder) => boolean,
): Promise<number> {
  // Lists folders first: a folder created later belongs to a job that is claimed by then.
  const folders = (await listWorkFolders(tempDir)).filter(isMeant)
  const running = new Set(folders.length > 0 ? await queue.listRunning() : [])
  const left = folders.filter(({ recordingId }) => !running.has(recordingId))
  for (const { path } of left) await removeWorkFolder(path)
  return left.length
}
