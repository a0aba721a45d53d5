import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { test } from 'vitest'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres, queryPostgres } from '../testing/postgres.ts'
import { openDatabase } from './database.ts'
import { expectKeptRows } from './kept-rows.testing.ts'

/** Made by server/scripts/old-databases.ts: a row in each table, with ids of the table's name. */
const KEPT = fileURLToPath(new URL('old-databases-postgres', import.meta.url))

const kept = HAS_POSTGRES ? (await readdir(KEPT)).toSorted() : []

test.each(kept)('a PostgreSQL database of the schema %s is brought forward with its rows', async (name) => {
  const address = await createPostgres({ migrated: false })
  await queryPostgres(address, gunzipSync(await readFile(join(KEPT, name))).toString())
  const db = await openDatabase(address)
  try {
    await expectKeptRows(db)
  } finally {
    await db.close()
  }
})
