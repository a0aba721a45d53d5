import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { insertUser } from '../testing/users.ts'
import { openDatabase, type Database } from './database.ts'

describe.runIf(HAS_POSTGRES)('a PostgreSQL that goes away and comes back', () => {
  let db: Database
  let operator: Client
  const died: unknown[] = []
  const remember = (error: unknown) => void died.push(error)

  beforeEach(async () => {
    died.length = 0
    process.on('uncaughtException', remember)
    const address = await createPostgres({ migrated: true })
    db = await openDatabase(address)
    operator = new Client(address)
    await operator.connect()
  })
  afterEach(async () => {
    await operator.end()
    await db.close()
    process.off('uncaughtException', remember)
  })

  /** Ends every connection but the operator's, as a restart does. */
  const endConnections = () =>
    operator.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
  const countUsers = () => db.$count(db.schema.users)

  test('ends neither the process nor the pool while its connections are idle', async () => {
    await Promise.all([countUsers(), countUsers(), countUsers()])
    await endConnections()
    expect(await countUsers().catch(countUsers)).toBe(0)
    expect(died).toEqual([])
  })

  test('fails the batch that was under way, as a whole, and nothing else', async () => {
    const userId = await insertUser(db)
    const writes = db.batch((tx) => [
      tx.delete(db.schema.users).then(endConnections),
      new Promise((resolve) => setImmediate(resolve)),
      tx.delete(db.schema.uploads),
    ])
    await expect(writes).rejects.toThrow()
    expect(await db.select({ id: db.schema.users.id }).from(db.schema.users)).toEqual([{ id: userId }])
    expect(died).toEqual([])
  })
})
