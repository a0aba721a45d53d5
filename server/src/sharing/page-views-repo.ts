import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { ShareableLinkRow } from '../db/schema.ts'

/** The counters of views, of a link and of its microsite. */
export function createViewsRepo(db: Database) {
  const { shareableLinks, microsites } = db.schema
  return {
    /** Counts one view in both. */
    async add({ id, micrositeId }: Pick<ShareableLinkRow, 'id' | 'micrositeId'>): Promise<void> {
      await db.batch((tx) => [
        tx.update(shareableLinks).set({ viewCount: sql`${shareableLinks.viewCount} + 1` }).where(eq(shareableLinks.id, id)),
        tx.update(microsites).set({ viewCount: sql`${microsites.viewCount} + 1` }).where(eq(microsites.id, micrositeId)),
      ])
    },
  }
}
export type ViewsRepo = ReturnType<typeof createViewsRepo>
