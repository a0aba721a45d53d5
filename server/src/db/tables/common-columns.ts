import type { Columns } from '../columns.ts'

/** Columns that many tables have. */
export function commonColumns({ text, time }: Columns) {
  const now = () => new Date()
  return {
    now,
    id: () => text('id').primaryKey(),
    createdAt: () => time('created_at').notNull().$defaultFn(now),
    updatedAt: () => time('updated_at').notNull().$defaultFn(now),
  }
}
