import { COPIED_TABLES, copyTable, sumTable } from '../db/copy-tables.ts'
import type { Database } from '../db/database.ts'
import { createUnfinishedRestoresRepo } from '../db/unfinished-restores.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import { readText } from '../storage/read-stored.ts'
import type { Storage } from '../storage/storage.ts'

/*
 * A database or bucket is claimed for one backup before the restore: an interrupted restore of the same backup
 * resumes there, and anything else is refused.
 */

/** Identifies the backup that a bucket has a part of. */
const MARK = 'unfinished-restore.txt'

/** @throws {PermanentFailure} unless the bucket is empty, or has a part of the same backup. */
export async function claimBucket(bucket: Storage, backup: string): Promise<void> {
  const present = await readText(bucket, MARK)
  if (present === backup) return
  if (present !== null)
    throw new PermanentFailure('conflict', 'Another backup is being restored into the bucket. Empty the bucket first.')
  for await (const { key } of bucket.all())
    throw new PermanentFailure('conflict', `The bucket is not empty: it has ${key}. Restore into an empty one.`)
  await bucket.write(MARK, backup)
}

/** Marks the restore as complete. */
export const releaseBucket = (bucket: Storage): Promise<void> => bucket.remove(MARK)

/** @throws {PermanentFailure} unless the database is empty, or has a part of the same backup. */
export async function claimDatabase(to: Database, backup: string): Promise<void> {
  const marks = createUnfinishedRestoresRepo(to)
  const present = await marks.source()
  if (present === backup) return
  if (present !== null)
    throw new PermanentFailure('conflict', 'Another backup is being restored into the database. Empty it first.')
  for (const name of COPIED_TABLES)
    if ((await to.$count(to.schema[name])) > 0)
      throw new PermanentFailure('conflict', `The database is not empty: ${name} has rows. Restore into an empty one.`)
  await marks.begin(backup)
}

/** Marks the restore as complete, so that servers may start on the database. */
export const releaseDatabase = (to: Database): Promise<void> => createUnfinishedRestoresRepo(to).end()

/**
 * Copies the rows that the target lacks, then compares each table.
 * @throws {PermanentFailure} when a table differs from the backup's.
 */
export async function fillDatabase(from: Database, to: Database): Promise<void> {
  const source = { schema: from.schema, read: from }
  for (const name of COPIED_TABLES) {
    await copyTable(name, source, to)
    const [wanted, restored] = [await sumTable(name, source), await sumTable(name, { schema: to.schema, read: to })]
    if (wanted.rows !== restored.rows || wanted.sum !== restored.sum)
      throw new PermanentFailure(
        'conflict',
        `The restored table ${name} differs from the backup. Restore into an empty database.`,
      )
  }
}
