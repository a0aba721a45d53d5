import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { listWorkFolders, removeWorkFolder, type WorkFolder } from '../pipeline/work-folders.ts'
import type { Storage } from '../storage/storage.ts'

/*
 * What processes that were killed left on this machine: work folders, and files that were being written. Both can hold
 * a whole transcript. A work folder is its job's as long as the lease holds; a file is being written as long as it grows.
 */

export interface LeftoverDeps {
  /** Where the pipeline makes its work folders. */
  tempDir: string
  storage: Storage
  queue: Pick<Queue, 'listRunning'>
  clock: Clock
}

const MINUTE_MS = 60 * 1000
/** No write stands still for so long. */
const UNFINISHED_KEPT_MS = 60 * MINUTE_MS
/** What a person deletes goes sooner; what was written to within a minute waits for the next sweep. */
const DELETED_KEPT_MS = MINUTE_MS

/**
 * Removes what no running job uses, for all users. For a start, after leases were taken over.
 * @returns how many folders and files there were.
 */
export async function sweepLeftovers(deps: LeftoverDeps): Promise<number> {
  return (await sweepWorkFolders(deps)) + (await sweepUnfinished(deps))
}

/** The work folders among them, which each process has of its own. For every hour. @returns how many. */
export function sweepWorkFolders(deps: Pick<LeftoverDeps, 'tempDir' | 'queue'>): Promise<number> {
  return leftFolders(deps, () => true)
}

/** The unfinished files among them, which all processes may share. For every hour. @returns how many. */
export function sweepUnfinished({ storage, clock }: Pick<LeftoverDeps, 'storage' | 'clock'>): Promise<number> {
  return storage.removeUnfinished({ untouchedSince: new Date(clock().getTime() - UNFINISHED_KEPT_MS) })
}

/**
 * Removes what is left of a user or a microsite that is being deleted, except what its running job uses: that cleans up
 * after itself. To be called while the queue still knows the job.
 * @param below the storage prefix of what is deleted, which ends with `/`.
 * @param recordingId the microsite's id; null: a user, whose microsites are gone.
 */
export async function removeLeftoversOf(
  { tempDir, storage, queue, clock }: LeftoverDeps,
  below: string,
  recordingId: string | null,
): Promise<void> {
  if (recordingId !== null) await leftFolders({ tempDir, queue }, (folder) => folder.recordingId === recordingId)
  await storage.removeUnfinished({ below, untouchedSince: new Date(clock().getTime() - DELETED_KEPT_MS) })
}

/** Removes the work folders that are meant and that no running job has. @returns how many. */
async function leftFolders(
  { tempDir, queue }: Pick<LeftoverDeps, 'tempDir' | 'queue'>,
  isMeant: (folder: WorkFolder) => boolean,
): Promise<number> {
  // The folders first: one that is made from now on belongs to a job that is claimed by then.
  const folders = (await listWorkFolders(tempDir)).filter(isMeant)
  const running = new Set(folders.length > 0 ? await queue.listRunning() : [])
  const left = folders.filter(({ recordingId }) => !running.has(recordingId))
  for (const { path } of left) await removeWorkFolder(path)
  return left.length
}
