import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './database.ts'
import { expectKeptRows } from './kept-rows.testing.ts'
import { migrationsFolder } from './migrations.ts'
import { NEVER_LAST } from './never-last.testing.ts'

/** Made by server/scripts/old-databases.ts: a row in each table, with ids of the table's name. */
const KEPT = fileURLToPath(new URL('old-databases', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'old-databases-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const kept = (await readdir(KEPT)).toSorted()

test.each(kept)('a database of the schema %s is brought forward with its rows', async (name) => {
  const path = join(folder, name.replace('.gz', ''))
  await writeFile(path, gunzipSync(await readFile(join(KEPT, name))))
  const db = await openDatabase(path)
  try {
    await expectKeptRows(db)
  } finally {
    await db.close()
  }
})

test.each([
  { dialect: 'sqlite', ending: '.db.gz', place: KEPT },
  { dialect: 'postgres', ending: '.sql.gz', place: `${KEPT}-postgres` },
] as const)('a database of every schema that there was is kept for $dialect', async ({ dialect, ending, place }) => {
  const journal = await readFile(join(migrationsFolder(dialect), 'meta/_journal.json'), 'utf8')
  const tags = (JSON.parse(journal) as { entries: { tag: string }[] }).entries.map(({ tag }) => tag)
  const ends = tags.filter((tag) => !NEVER_LAST.test(tag))
  const files = await readdir(place)
  expect(files.toSorted(), 'run: node server/scripts/old-databases.ts').toEqual(ends.map((tag) => tag + ending))
})
