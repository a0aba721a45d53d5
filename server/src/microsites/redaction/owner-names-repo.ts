import { and, eq, inArray, isNotNull, notExists, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/** The labels of a microsite's links and the names of its tags. */
export interface OwnerNames {
  links: { id: string; text: string }[]
  tags: { id: string; text: string }[]
}

export type OwnerNamesRepo = ReturnType<typeof createOwnerNamesRepo>

/** Link labels and tag names, which may contain redacted words. */
export function createOwnerNamesRepo(db: Database) {
  const { shareableLinks, tags, micrositeTags } = db.schema
  return {
    async of(micrositeId: string): Promise<OwnerNames> {
      const links = await db
        .select({ id: shareableLinks.id, text: shareableLinks.label })
        .from(shareableLinks)
        .where(and(eq(shareableLinks.micrositeId, micrositeId), isNotNull(shareableLinks.label)))
      const tagged = await db
        .select({ id: tags.id, text: tags.name })
        .from(tags)
        .innerJoin(micrositeTags, eq(micrositeTags.tagId, tags.id))
        .where(eq(micrositeTags.micrositeId, micrositeId))
      return { links: links.map(({ id, text }) => ({ id, text: text ?? '' })), tags: tagged }
    },

    /** Clears link labels, detaches tags from the microsite, and deletes tags that are no longer used. */
    async remove(micrositeId: string, { links, tags: gone }: OwnerNames): Promise<void> {
      const getIds = (named: readonly { id: string }[]) => named.map(({ id }) => id)
      const carried = (tx: Pick<Database, 'select'>) =>
        tx
          .select({ one: sql`1` })
          .from(micrositeTags)
          .where(eq(micrositeTags.tagId, tags.id))
      if (links.length === 0 && gone.length === 0) return
      await db.batch((tx) => [
        tx
          .update(shareableLinks)
          .set({ label: null })
          .where(inArray(shareableLinks.id, getIds(links))),
        tx
          .delete(micrositeTags)
          .where(and(eq(micrositeTags.micrositeId, micrositeId), inArray(micrositeTags.tagId, getIds(gone)))),
        tx.delete(tags).where(and(inArray(tags.id, getIds(gone)), notExists(carried(tx)))),
      ])
    },
  }
}
