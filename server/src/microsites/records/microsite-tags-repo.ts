import { and, eq, exists, inArray, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'

/** The fields of a tag that microsites use. */
export interface KnownTag {
  id: string
  name: string
  nameKey: string
}

/** Names can't contain control characters, so this one separates them safely. */
const BETWEEN_NAMES = '\u001F'

/** Tag lookups for queries on microsites. */
export function createMicrositeTags(db: Database) {
  const { microsites, tags, micrositeTags } = db.schema
  const join = (columns: Record<string, SQL>, condition: SQL) =>
    db
      .select(columns)
      .from(micrositeTags)
      .innerJoin(tags, eq(tags.id, micrositeTags.tagId))
      .where(and(eq(micrositeTags.micrositeId, microsites.id), condition))
  const names = join({ names: sql`string_agg(${tags.name}, ${BETWEEN_NAMES})` }, sql`true`)

  return {
    /** Column with the names of a microsite's tags, in alphabetical order. */
    names: sql`coalesce((${names}), '')`.mapWith((joined: string) =>
      joined === '' ? [] : joined.split(BETWEEN_NAMES).toSorted((a, b) => a.localeCompare(b)),
    ),

    /** Condition: the microsite has the tag with this name. */
    carriesName: (nameKey: string) => exists(join({ one: sql`1` }, eq(tags.nameKey, nameKey))),

    /** Condition: the microsite has one of the tags. */
    hasOneOfTags: (ids: readonly string[]) => exists(join({ one: sql`1` }, inArray(tags.id, [...ids]))),

    /** All tags of a user. */
    known(userId: string): Promise<KnownTag[]> {
      const { id, name, nameKey } = tags
      return db.select({ id, name, nameKey }).from(tags).where(eq(tags.userId, userId))
    },
  }
}
