import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'

/** Puts a user straight into the database, for tests of what users own. @returns the user's id. */
export async function insertUser(db: Database): Promise<string> {
  const id = randomUUID()
  await db.insert(db.schema.users).values({ id, email: `${id}@example.org`, userMetadata: {}, confirmedAt: new Date() })
  return id
}
