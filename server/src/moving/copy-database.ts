import { copyTable, COPIED_TABLES, emptyTable, sumTable, type CopiedTable } from '../db/copy-tables.ts'
import type { Database } from '../db/database.ts'
import { createUnfinishedCopiesRepo } from '../db/unfinished-copies.ts'
import { PermanentFailure } from '../kernel/errors.ts'

export type Progress = (what: string) => void

/**
 * Copies every table, and sums it up on both sides; one of a copy that was cut off goes on where it was.
 * @returns rows, by table. @throws {PermanentFailure} when something was written on either side meanwhile.
 */
export async function copyDatabase(from: Database, to: Database, onProgress: Progress): Promise<Map<string, number>> {
  const copied = new Map<string, number>()
  for (const name of COPIED_TABLES) {
    const rows = await copyAndCompare(name, from, to, onProgress)
    if (rows > 0) copied.set(name, rows)
  }
  return copied
}

/** Sees to it that a database is empty, or has a part of the same copy. @throws {PermanentFailure} otherwise. */
export async function claimDatabase(to: Database, source: string): Promise<void> {
  const marks = createUnfinishedCopiesRepo(to)
  const present = await marks.source()
  if (present === source) return
  if (present !== null)
    throw new PermanentFailure('conflict', 'Another installation is being copied into that database.')
  for (const name of COPIED_TABLES)
    if ((await to.$count(to.schema[name])) > 0)
      throw new PermanentFailure('conflict', `That database is not empty: ${name} has rows.`)
  await marks.begin(source)
}

/** The copy is whole: a server may start on it. */
export const releaseDatabase = (to: Database) => createUnfinishedCopiesRepo(to).end()

async function copyAndCompare(name: CopiedTable, from: Database, to: Database, onProgress: Progress): Promise<number> {
  const source = { schema: from.schema, read: from }
  const target = { schema: to.schema, read: to }
  const copy = () => copyTable(name, source, to, (rows) => onProgress(`${name}: ${rows} rows`))
  await copy()
  const wanted = await sumTable(name, source)
  const isSame = async () => {
    const { rows, sum } = await sumTable(name, target)
    return rows === wanted.rows && sum === wanted.sum
  }
  if (!(await isSame())) {
    // A part of an earlier try: the server has worked since then.
    await emptyTable(name, to)
    await copy()
    if (!(await isSame()))
      throw new PermanentFailure('conflict', `${name} changed meanwhile. Stop all servers, and run the command again.`)
  }
  return wanted.rows
}
