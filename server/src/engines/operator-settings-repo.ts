import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Settings entered by operators, by name, for all processes on a database. */
export function createOperatorSettingsRepo(db: Database) {
  const { operatorSettings } = db.schema
  return {
    /** @returns null: not set. */
    async read(name: string): Promise<string | null> {
      const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.name, name))
      return row?.value ?? null
    },

    /** @param value null: removes it. */
    async write(name: string, value: string | null): Promise<void> {
      if (value === null) await db.delete(operatorSettings).where(eq(operatorSettings.name, name))
      else
        await db
          .insert(operatorSettings)
          .values({ name, value })
          .onConflictDoUpdate({ target: operatorSettings.name, set: { value } })
    },
  }
}
