import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'

/** Inserts a user straight into the database, for ownership tests. @returns the user's id. */
export async function insertUser(db: Database): Promise<string> {
  const id = randomUUID()
  await db.insert(db.schema.users).values({ id, email: `${id}@example.org`, userMetadata: {}, confirmedAt: new Date() })
  return id
}
