import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, test } from 'vitest'
import { openDatabase } from './database.ts'
import { expectKeptRows } from './kept-rows.testing.ts'

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
