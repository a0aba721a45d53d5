import { expect } from 'vitest'
import { createMicrositesRepo } from '../microsites/microsites-repo.ts'
import type { Database } from './database.ts'

/** Fails unless a database that was brought forward has the rows that server/scripts/old-databases.ts gave it. */
export async function expectKeptRows(db: Database): Promise<void> {
  const { users, microsites, shareableLinks } = db.schema
  const [owners, sites, links] = await Promise.all([db.$count(users), db.$count(microsites), db.$count(shareableLinks)])
  expect([owners, sites, links]).toEqual([1, 1, 1])
  const site = await createMicrositesRepo(db).findOwned('users-1', 'microsites-1')
  expect(site).toMatchObject({ title: 'microsites title', status: 'active' })
}
