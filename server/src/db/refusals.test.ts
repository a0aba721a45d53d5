import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import type { Database } from './database.ts'
import { raiseQuota } from './quota.ts'
import { isDuplicate, isQuotaExceeded, isRefusedValue } from './refusals.ts'

describe.each(BOTH_DATABASES)('refusals of %s', (name, open) => {
  let db: Database
  let userId: string
  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    userId = await insertUser(db)
  })

  const key = () => ({ userId, kind: 'microsites' as const, period: '2026-11' })
  const refused = async (write: PromiseLike<unknown>): Promise<unknown> =>
    Promise.resolve(write).then(
      () => expect.unreachable('it was not refused'),
      (error: unknown) => error,
    )
  const tag = () => ({ id: randomUUID(), userId, name: 'Acme', nameKey: 'acme', color: '#208df3' })
  const kinds = (error: unknown) => ({ duplicate: isDuplicate(error), quota: isQuotaExceeded(error) })

  test('recognizes a reached limit in any database language', async () => {
    const error = await refused(db.batch((tx) => raiseQuota(tx, db.schema, key(), 0)))
    expect(kinds(error)).toEqual({ duplicate: false, quota: true })
    expect(kinds(inGerman(error))).toEqual({ duplicate: false, quota: true })
  })

  test('recognizes a value that PostgreSQL can’t store; SQLite stores it', async () => {
    const withNul = db.insert(db.schema.tags).values({ ...tag(), name: 'a\u0000b', nameKey: 'nul' })
    if (name === 'postgres') expect(isRefusedValue(await refused(withNul))).toBe(true)
    else await withNul
    expect(isRefusedValue(new Error('another'))).toBe(false)
  })

  test('recognizes a duplicate value in any database language', async () => {
    await db.insert(db.schema.tags).values(tag())
    const error = await refused(db.insert(db.schema.tags).values(tag()))
    expect(kinds(error)).toEqual({ duplicate: true, quota: false })
    expect(kinds(inGerman(error))).toEqual({ duplicate: true, quota: false })
  })

  test('recognizes a second row under one primary key as a duplicate', async () => {
    const error = await refused(
      db.insert(db.schema.users).values({ id: userId, email: 'ann@example.org', userMetadata: {} }),
    )
    expect(kinds(inGerman(error))).toEqual({ duplicate: true, quota: false })
  })

  test('does not take a missing value in another column for a limit', async () => {
    const missing = null as unknown as string
    for (const write of [
      db.insert(db.schema.tags).values({ ...tag(), name: missing }),
      db.insert(db.schema.quotas).values({ ...key(), period: missing, used: 0 }),
    ]) {
      expect(kinds(await refused(write))).toEqual({ duplicate: false, quota: false })
    }
  })

  test('recognizes nothing in other errors', () => {
    for (const thrown of [
      new Error('UNIQUE constraint failed: tags.name'),
      'duplicate key value violates unique constraint',
      null,
      undefined,
    ])
      expect(kinds(thrown)).toEqual({ duplicate: false, quota: false })
  })
})

/** The error of a database with German messages: other words, the same codes. SQLite has one language. */
function inGerman(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const words = error.message
    .replace(
      /duplicate key value violates unique constraint "(\w+)"/,
      'doppelter Schlüsselwert verletzt Unique-Constraint »$1«',
    )
    .replace(
      /null value in column "(\w+)" of relation "(\w+)" violates not-null constraint/,
      'NULL-Wert in Spalte »$1« von Relation »$2« verletzt Not-Null-Constraint',
    )
  return Object.assign(Object.create(error) as Error, { message: words, cause: inGerman(error.cause) })
}
