import { isNull } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

/** Keys of uploads whose last byte has not arrived: what is there of them can only go on where it is. */
export async function listUnfinishedUploads(db: Database): Promise<string[]> {
  const { uploads } = db.schema
  const rows = await db.select({ key: uploads.key }).from(uploads).where(isNull(uploads.completedAt))
  return rows.map(({ key }) => key)
}
