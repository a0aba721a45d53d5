import { desc, eq, sql } from 'drizzle-orm'
import type { LinkSection } from '@callfolio/shared/contract/share.ts'
import type { Database } from '../../db/database.ts'
import { recordEvent } from '../../db/events.ts'
import { isOrphan } from '../../db/refusals.ts'
import type { LinkViewRow, ShareableLinkRow } from '../../db/schema.ts'

/** A counted view. */
export interface CountedView {
  id: string
  link: Pick<ShareableLinkRow, 'id' | 'micrositeId' | 'createdByUserId'>
  email: string | null
  sections: LinkSection[]
  at: Date
}

/** Link views: one row each, and the counters of a link and of its microsite. */
export function createViewsRepo(db: Database) {
  const { linkViews, shareableLinks, micrositeCounters } = db.schema
  return {
    /** Stores a view and raises both counters; ignores a view of a link that was deleted in the meantime. */
    async add({ id, link, email, sections, at }: CountedView): Promise<void> {
      const added = db.batch((tx) => [
        tx.insert(linkViews).values({ id, linkId: link.id, email, sections, createdAt: at, updatedAt: at }),
        tx
          .update(shareableLinks)
          .set({ viewCount: sql`${shareableLinks.viewCount} + 1`, lastOpenedAt: at })
          .where(eq(shareableLinks.id, link.id)),
        tx
          .update(micrositeCounters)
          .set({ viewCount: sql`${micrositeCounters.viewCount} + 1` })
          .where(eq(micrositeCounters.micrositeId, link.micrositeId)),
        ...recordEvent(
          tx,
          db.schema,
          { kind: 'link.viewed', userId: link.createdByUserId, micrositeId: link.micrositeId, linkId: link.id },
          at,
        ),
      ])
      await added.catch((error: unknown) => {
        if (!isOrphan(error)) throw error
      })
    },

    async find(id: string): Promise<LinkViewRow | null> {
      const [row] = await db.select().from(linkViews).where(eq(linkViews.id, id))
      return row ?? null
    },

    async setSections(id: string, sections: LinkSection[], at: Date): Promise<void> {
      await db.update(linkViews).set({ sections, updatedAt: at }).where(eq(linkViews.id, id))
    },

    /** A link's views, newest first. */
    async newest(linkId: string, limit: number): Promise<LinkViewRow[]> {
      return db
        .select()
        .from(linkViews)
        .where(eq(linkViews.linkId, linkId))
        .orderBy(desc(linkViews.createdAt), desc(linkViews.id))
        .limit(limit)
    },

    /** The reached sections of every view of a link. */
    async getSections(linkId: string): Promise<LinkSection[][]> {
      const rows = await db.select({ sections: linkViews.sections }).from(linkViews).where(eq(linkViews.linkId, linkId))
      return rows.map(({ sections }) => sections)
    },
  }
}
export type ViewsRepo = ReturnType<typeof createViewsRepo>
