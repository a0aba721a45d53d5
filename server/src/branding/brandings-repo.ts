import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** The fields to change; absent ones stay as they are. */
export interface BrandingPart {
  accent?: string | null
  logoName?: string | null
}

/** Logo and accent colour of users' microsites: one row for each user who set any. */
export function createBrandingsRepo(db: Database) {
  const { brandings } = db.schema
  return {
    async find(userId: string) {
      const [row] = await db.select().from(brandings).where(eq(brandings.userId, userId))
      return row ?? null
    },

    async findByLogo(logoName: string) {
      const [row] = await db.select().from(brandings).where(eq(brandings.logoName, logoName))
      return row ?? null
    },

    async set(userId: string, part: BrandingPart, at: Date): Promise<void> {
      const change = { ...part, updatedAt: at }
      await db
        .insert(brandings)
        .values({ userId, ...change })
        .onConflictDoUpdate({ target: brandings.userId, set: change })
    },
  }
}
export type BrandingsRepo = ReturnType<typeof createBrandingsRepo>
