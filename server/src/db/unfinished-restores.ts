import { ConfigError } from '../kernel/errors.ts'
import type { Database } from './database.ts'

/** Marks a database while a backup is being restored into it. */
export function createUnfinishedRestoresRepo(db: Database) {
  const { unfinishedRestores } = db.schema
  return {
    /** The backup being restored; null: none. */
    async source(): Promise<string | null> {
      const [row] = await db.select().from(unfinishedRestores)
      return row?.source ?? null
    },
    begin: async (source: string) =>
      void (await db.insert(unfinishedRestores).values({ source }).onConflictDoNothing()),
    end: async () => void (await db.delete(unfinishedRestores)),
  }
}

/** @throws {ConfigError} when a restore into the database was interrupted. */
export async function refuseUnfinishedRestoreInto(db: Database): Promise<void> {
  if ((await createUnfinishedRestoresRepo(db).source()) !== null)
    throw new ConfigError('A restore into this database was interrupted. Run "npm run admin -- restore" again.')
}
