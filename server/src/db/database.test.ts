import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BOTH_DATABASES, HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { insertUser } from '../testing/users.ts'
import { openDatabase, type Database, type Queries } from './database.ts'

describe.each(BOTH_DATABASES)('writes that follow from the rows of another on %s', (_name, open) => {
  let db: Database
  beforeEach(async () => {
    db = await open()
  })
  afterEach(() => db.close())

  const rename = (id: string, following: number) => {
    const { users, tags } = db.schema
    const tag = { id: 'one', userId: id, name: 'Acme', nameKey: 'acme', color: '#208df3' }
    return db.writeThen(
      (tx) => tx.update(users).set({ email: 'ann@example.org' }).where(eq(users.id, id)).returning({ id: users.id }),
      (tx, rows) => rows.flatMap(() => Array.from({ length: following }, () => tx.insert(tags).values(tag))),
    )
  }
  const emails = async () => (await db.select().from(db.schema.users)).map(({ email }) => email)

  test('happen with it, and not at all when it changed nothing', async () => {
    const id = await insertUser(db)
    expect(await rename(randomUUID(), 1)).toEqual([])
    expect(await rename(id, 1)).toEqual([{ id }])
    expect([await emails(), await db.$count(db.schema.tags)]).toEqual([['ann@example.org'], 1])
  })

  test('roll it back when one of them is refused', async () => {
    const before = [await insertUser(db)].map((id) => `${id}@example.org`)
    await expect(rename(before[0]?.split('@')[0] ?? '', 2)).rejects.toThrow()
    expect([await emails(), await db.$count(db.schema.tags)]).toEqual([before, 0])
  })
})

test('empties the log even if a reader is active when erasing starts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-'))
  try {
    const file = join(folder, 'callfolio.db')
    const db = await openDatabase(file)
    const reading = new Sqlite(file, { readonly: true })
    await insertUser(db)
    reading.exec('begin; select count(*) from users')
    await insertUser(db)
    const erasing = db.erase('log')
    await delay(100)
    expect((await stat(`${file}-wal`)).size, 'as long as it is read').toBeGreaterThan(0)
    reading.exec('commit')
    await erasing
    expect((await stat(`${file}-wal`)).size).toBe(0)
    reading.close()
    await db.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('frees the space of deleted data with the next erase', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'room-'))
  try {
    const file = join(folder, 'callfolio.db')
    const db = await openDatabase(file)
    const userId = await insertUser(db)
    const id = await insertMicrosite(db, { userId, transcript: 'said '.repeat(500_000) })
    await db.erase('log')
    const { size } = await stat(file)
    await db.delete(db.schema.micrositeDocuments).where(eq(db.schema.micrositeDocuments.micrositeId, id))
    await db.erase('log')
    expect((await stat(file)).size).toBeLessThan(size - 2_000_000)
    await db.close()
  } finally {
    await rm(folder, { recursive: true })
  }
})

test.runIf(HAS_POSTGRES)('reruns a batch that deadlocks with another, and writes both', async () => {
  const db = await openDatabase(await createPostgres({ migrated: true }))
  const ids = [await insertUser(db), await insertUser(db)]
  const { users } = db.schema
  let begun = 0
  const both = Promise.withResolvers<void>()
  const meet = () => {
    begun += 1
    if (begun === 2) both.resolve()
    return both.promise
  }
  const rename = (tx: Queries, id = '', name = '') =>
    tx
      .update(users)
      .set({ email: `${name}@example.org` })
      .where(eq(users.id, id))
  const [one, other] = ids
  try {
    await Promise.all([
      db.batch((tx) => [rename(tx, one, 'ann').then(meet), rename(tx, other, 'ben')]),
      db.batch((tx) => [rename(tx, other, 'ben').then(meet), rename(tx, one, 'ann')]),
    ])
    expect(begun).toBeGreaterThan(2)
  } finally {
    await db.close()
  }
})

describe.runIf(HAS_POSTGRES)('a PostgreSQL that restarts', () => {
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

  test('fails only the running batch, as a whole', async () => {
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
