import { afterAll, beforeAll, describe } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import { describeQueue } from './queue.testing.ts'
import { createSqlQueue, LEASE_MS } from './sql-queue.ts'

describe.each(DATABASES)('the table of jobs on %s', (name, open) => {
  let db: Database
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())

  describeQueue(name, async (clock) => {
    await db.delete(db.schema.jobs)
    return { queue: createSqlQueue({ db, clock }), leaseMs: LEASE_MS }
  })
})
