import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCardList } from '../microsites/library/card-list-repo.ts'
import { getTerms } from '../microsites/search/search-text.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { insertUser } from '../testing/users.ts'
import { openDatabase, type Database } from './database.ts'

let folder: string
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'))
  db = await openDatabase(join(folder, 'callfolio.db'))
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

/** @returns the result, and how many turns of the event loop passed while it ran. */
async function withTurns<Result>(run: () => Promise<Result>): Promise<{ result: Result; turns: number }> {
  const done = new AbortController()
  const running = run().finally(() => done.abort())
  let turns = 0
  for (; !done.signal.aborted; turns += 1) await nextTurn()
  return { result: await running, turns }
}

test('keeps the event loop free during a search, and finds earlier writes', async () => {
  const userId = await insertUser(db)
  const segments = [{ id: 's1', start_ms: 0, end_ms: 900, speaker: 'Dana', text: 'The revised pricing is due.' }]
  const id = await insertMicrosite(db, { userId, segments })
  const search = { terms: getTerms('revised'), inTranscripts: true, tagIds: [] }
  const { result, turns } = await withTurns(() => createCardList(db)(userId, { limit: 50, search }))
  expect(result).toMatchObject([{ id, match: { text: segments[0]?.text } }])
  expect(turns).toBeGreaterThan(1)
})

test('throws the database’s error with its code, and answers the next select', async () => {
  const broken = db.reader.select({ one: sql<number>`no_such_function()` }).from(db.schema.users)
  await expect(Promise.resolve(broken)).rejects.toMatchObject({ cause: { code: 'SQLITE_ERROR' } })
  expect(await db.reader.select({ one: sql<number>`1` }).from(db.schema.users)).toContainEqual({ one: 1 })
})

test('gives concurrent selects their own rows', async () => {
  const rows = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      db.reader
        .select({ i: sql<number>`${i}` })
        .from(db.schema.users)
        .limit(1),
    ),
  )
  expect(rows.map(([row]) => row?.i)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})
