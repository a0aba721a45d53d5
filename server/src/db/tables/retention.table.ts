import type { KeptPart } from '@callfolio/shared/contract/retention.ts'
import type { Columns } from '../columns.ts'
import { commonColumns } from './common-columns.ts'
import type { micrositeTables } from './microsites.table.ts'
import type { userTables } from './users.table.ts'

/** Deletions and retention. */
export function retentionTables(
  columns: Columns,
  { users, microsites }: ReturnType<typeof userTables> & ReturnType<typeof micrositeTables>,
) {
  const { table, text, int, time, index, primaryKey } = columns
  const { id, createdAt, updatedAt } = commonColumns(columns)
  const ofMicrosite = () => text('microsite_id').references(() => microsites.id, { onDelete: 'cascade' })

  /**
   * Deletions of microsites: until `finishedAt` there are files to delete, after that the row is the owner's receipt.
   * It has no content and no reference to the account, which may be deleted before the files.
   */
  const deletions = table(
    'deletions',
    {
      id: id(),
      userId: text('user_id').notNull(),
      micrositeId: text('microsite_id').notNull(),
      /** `page`: the whole microsite; otherwise a part whose retention period was over, while the page was kept. */
      part: text('part').$type<KeptPart>().notNull().default('page'),
      /** Its recording, until that is deleted. */
      sourceKey: text('source_key'),
      /** The number of stored files and of links. */
      objects: int('objects').notNull(),
      links: int('links').notNull(),
      /** SHA-256 of the files' names and sizes, hexadecimal. */
      digest: text('digest').notNull(),
      deletedAt: time('deleted_at').notNull(),
      finishedAt: time('finished_at'),
    },
    (t) => [index('deletions_user').on(t.userId), index('deletions_finished').on(t.finishedAt)],
  )

  /** How many days after a microsite's creation its parts are deleted; null, or no row: never. */
  const retentions = table('retentions', {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    mediaDays: int('media_days'),
    transcriptDays: int('transcript_days'),
    pageDays: int('page_days'),
    updatedAt: updatedAt(),
  })

  /** Microsites exempt from retention. */
  const retentionPins = table('retention_pins', { micrositeId: ofMicrosite().primaryKey(), createdAt: createdAt() })

  /** Parts of a microsite due for deletion, from the warning on; `doneAt`: their files are deleted. */
  const retentionSteps = table(
    'retention_steps',
    {
      micrositeId: ofMicrosite().notNull(),
      part: text('part').$type<KeptPart>().notNull(),
      warnedAt: time('warned_at').notNull(),
      doneAt: time('done_at'),
    },
    (t) => [primaryKey({ columns: [t.micrositeId, t.part] })],
  )

  return { deletions, retentions, retentionPins, retentionSteps }
}
