import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import type { micrositeTables } from './microsites.table.ts'
import { ownerColumn, type userTables } from './users.table.ts'

/** Tags. */
export function tagTables(
  columns: Columns,
  { users, microsites }: ReturnType<typeof userTables> & ReturnType<typeof micrositeTables>,
) {
  const { table, text, index, uniqueIndex, primaryKey } = columns
  const { id, createdAt } = commonColumns(columns)
  const owner = () => ownerColumn(columns, users)

  const tags = table(
    'tags',
    {
      id: id(),
      userId: owner(),
      name: text('name').notNull(),
      /** Lowercase, for uniqueness per user. */
      nameKey: text('name_key').notNull(),
      color: text('color').notNull(),
      description: text('description'),
      createdAt: createdAt(),
    },
    (t) => [uniqueIndex('tags_name').on(t.userId, t.nameKey)],
  )

  const micrositeTags = table(
    'microsite_tags',
    {
      micrositeId: text('microsite_id')
        .notNull()
        .references(() => microsites.id, { onDelete: 'cascade' }),
      tagId: text('tag_id')
        .notNull()
        .references(() => tags.id, { onDelete: 'cascade' }),
    },
    (t) => [primaryKey({ columns: [t.micrositeId, t.tagId] }), index('microsite_tags_tag').on(t.tagId)],
  )

  return { tags, micrositeTags }
}
