import { ConfigError } from '../kernel/errors.ts'
import type { Database } from './database.ts'

/** The mark of a database that another is being copied into. */
export function createUnfinishedCopiesRepo(db: Database) {
  const { unfinishedCopies } = db.schema
  return {
    /** Which installation is being copied; null: none is. */
    async source(): Promise<string | null> {
      const [row] = await db.select().from(unfinishedCopies)
      return row?.source ?? null
    },
    begin: async (source: string) => void (await db.insert(unfinishedCopies).values({ source }).onConflictDoNothing()),
    end: async () => void (await db.delete(unfinishedCopies)),
  }
}

/** @throws {ConfigError} when what is in the database is a part of another one. */
export async function refuseUnfinishedCopy(db: Database): Promise<void> {
  if ((await createUnfinishedCopiesRepo(db).source()) !== null)
    throw new ConfigError('A copy into this database was not finished. Run the same "npm run admin -- copy" again.')
}
