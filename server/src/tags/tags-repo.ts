import { and, count, desc, eq, exists, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { lowerQuota, raiseQuota, type QuotaKey } from '../db/quota.ts'
import { isDuplicate, isQuotaExceeded } from '../db/refusals.ts'
import type { Schema } from '../db/schema.ts'

declare const owned: unique symbol
declare const approved: unique symbol

export type TagRow = Schema['tags']['$inferSelect']

/** A tag verified as the caller's own, with its number of microsites; required to change or show a tag. */
export type OwnedTag = TagRow & { readonly micrositeCount: number; readonly [owned]: true }

export type NewTag = Omit<TagRow, 'userId'>
export type TagFields = Partial<Pick<TagRow, 'name' | 'nameKey' | 'color' | 'description'>>

/** Permission to count one more tag; only `approveTag` issues it, and creating a tag requires it. */
export interface TagApproved {
  readonly [approved]: true
  readonly userId: string
  /** null: unlimited. */
  readonly limit: number | null
}

/** The tag limit counts all tags, not those per month. */
const quotaKey = (userId: string): QuotaKey => ({ userId, kind: 'tags', period: 'all' })

/** Tags and the counter of their limit, which change together. */
export function createTagsRepo(db: Database) {
  const { tags, micrositeTags, quotas } = db.schema

  async function read(userId: string, id?: string): Promise<OwnedTag[]> {
    const rows = await db
      .select({ tag: tags, micrositeCount: count(micrositeTags.micrositeId) })
      .from(tags)
      .leftJoin(micrositeTags, eq(micrositeTags.tagId, tags.id))
      .where(and(eq(tags.userId, userId), id === undefined ? undefined : eq(tags.id, id)))
      .groupBy(tags.id)
      .orderBy(desc(tags.createdAt), desc(tags.id))
    return rows.map(({ tag, micrositeCount }) => ({ ...tag, micrositeCount }) as OwnedTag)
  }

  return {
    /** Newest first. */
    list: (userId: string) => read(userId),

    async findOwned(userId: string, id: string): Promise<OwnedTag | null> {
      const [tag] = await read(userId, id)
      return tag ?? null
    },

    /** @returns `duplicate` when the user has a tag of this name. */
    async insert(tag: NewTag, { userId, limit }: TagApproved): Promise<'done' | 'duplicate' | 'limit_reached'> {
      try {
        await db.batch((tx) => [
          ...raiseQuota(tx, db.schema, quotaKey(userId), limit),
          tx.insert(tags).values({ ...tag, userId }),
        ])
        return 'done'
      } catch (error) {
        if (isQuotaExceeded(error)) return 'limit_reached'
        if (isDuplicate(error)) return 'duplicate'
        throw error
      }
    },

    /** @returns `duplicate` when another of the user's tags has this name. */
    async update({ id }: OwnedTag, fields: TagFields): Promise<'done' | 'duplicate'> {
      try {
        await db.update(tags).set(fields).where(eq(tags.id, id))
        return 'done'
      } catch (error) {
        if (isDuplicate(error)) return 'duplicate'
        throw error
      }
    },

    /** Removes a tag from its microsites and frees its slot. Once: a second call changes nothing. */
    remove({ id, userId, name }: OwnedTag): Promise<void> {
      // The first write locks the row, so that only one of two concurrent calls frees the slot.
      return db.batch((tx) => [
        tx.update(tags).set({ name }).where(eq(tags.id, id)),
        lowerQuota(
          tx,
          db.schema,
          sql`${isCounter(userId)} and ${exists(
            tx
              .select({ one: sql`1` })
              .from(tags)
              .where(eq(tags.id, id)),
          )}`,
        ),
        tx.delete(tags).where(eq(tags.id, id)),
      ])
    },
  }

  function isCounter(userId: string) {
    const key = quotaKey(userId)
    return and(eq(quotas.userId, key.userId), eq(quotas.kind, key.kind), eq(quotas.period, key.period))
  }
}
export type TagsRepo = ReturnType<typeof createTagsRepo>
