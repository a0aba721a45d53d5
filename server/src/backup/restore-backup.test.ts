import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sumTable } from '../db/copy-tables.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import type { Storage } from '../storage/storage.ts'
import { DATABASES, openMemory } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { openBackupPlace, type BackupPlace } from './backup-place.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup, verifyBackup } from './restore-backup.ts'
import { claimBucket, claimDatabase, fillDatabase } from './restore-target.ts'

const KEYS = ['u/first.mp4', 'u/second.mp4', 'u/third.mp4']
const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restore-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const storageIn = (name: string) => createDiskStorage({ root: join(folder, name), links })

async function getContent(storage: Storage, key: string): Promise<string> {
  return (await Array.fromAsync(await storage.read(key), String)).join('')
}

/** A backup of an empty database and three objects. */
async function backUp(): Promise<{ place: BackupPlace; database: string }> {
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  const database = join(dataDir, 'callfolio.db')
  await (await openDatabase(database)).close()
  const storage = storageIn('data/uservideos')
  for (const key of KEYS) await storage.write(key, `what was said in ${key}`)
  const place = await openBackupPlace(join(folder, 'backup'), {})
  await makeBackup({ dataDir, modelsDir: join(dataDir, 'models'), database, storage, clock: systemClock }, place)
  return { place, database }
}

describe('an object restored to a bucket', () => {
  const restore = (place: BackupPlace, bucket: Storage) => {
    const dataDir = join(folder, 'restored')
    return restoreBackup(place, { dataDir, database: join(dataDir, 'callfolio.db'), bucket })
  }

  test('counts only if it reads back unchanged', async () => {
    const { place } = await backUp()
    const bucket = storageIn('bucket')
    const changing: Storage = {
      ...bucket,
      async adopt(path, key) {
        await writeFile(path, `what was sbid in ${key}`)
        await bucket.adopt(path, key)
      },
    }
    await expect(restore(place, changing)).rejects.toThrow('The bucket returned different content for u/first.mp4')
  })

  test('is stored again after an interrupted restore only if it differs', async () => {
    const { place } = await backUp()
    const bucket = storageIn('bucket')
    const stored: string[] = []
    const counting: Storage = {
      ...bucket,
      async adopt(path, key) {
        if (stored.length === 2) throw new Error('interrupted')
        stored.push(key)
        await bucket.adopt(path, key)
      },
    }
    await expect(restore(place, counting)).rejects.toThrow('interrupted')
    expect(stored).toEqual(KEYS.slice(0, 2))
    await bucket.write('u/first.mp4', 'what was sbid in u/first.mp4')
    stored.length = 0
    await restore(place, counting)
    expect(stored).toEqual(['u/first.mp4', 'u/third.mp4'])
    for (const key of KEYS) expect(await getContent(bucket, key)).toBe(`what was said in ${key}`)
    expect((await Array.fromAsync(bucket.all())).map(({ key }) => key).toSorted()).toEqual(KEYS)
  })

  test('is refused when the bucket has other objects or another backup', async () => {
    const bucket = storageIn('bucket')
    await claimBucket(bucket, 'one backup')
    await claimBucket(bucket, 'one backup')
    await expect(claimBucket(bucket, 'another')).rejects.toThrow('Another backup')
    const { place } = await backUp()
    await expect(restore(place, storageIn('data/uservideos'))).rejects.toThrow('The bucket is not empty: it has u/')
  })
})

test('refuses to back up a pre-release database, and keeps the previous backup', async () => {
  const { place, database } = await backUp()
  const client = new Sqlite(database)
  client.exec("update __drizzle_migrations set hash = 'of its own'")
  client.close()
  const source = { dataDir: join(folder, 'data'), modelsDir: join(folder, 'data/models'), database }
  await expect(
    makeBackup({ ...source, storage: storageIn('data/uservideos'), clock: systemClock }, place),
  ).rejects.toThrow('A pre-release version of Callfolio created this database')
  expect(await verifyBackup(place)).toMatchObject({ faults: [] })
})

describe.each(DATABASES)('tables restored to %s', (_name, open) => {
  let from: Database
  let to: Database
  beforeEach(async () => {
    from = await openMemory()
    to = await open()
    await insertUser(from)
  })
  afterEach(async () => {
    await from.close()
    await to.close()
  })
  const getSum = (db: Database) => sumTable('users', { schema: db.schema, read: db })

  test("are equal to the backup's, even after a partial restore", async () => {
    await fillDatabase(from, to)
    await insertUser(from)
    await fillDatabase(from, to)
    expect(await getSum(to)).toEqual(await getSum(from))
    expect((await getSum(to)).rows).toBe(2)
  })

  test('are refused when a row differs', async () => {
    await fillDatabase(from, to)
    await to.update(to.schema.users).set({ email: 'someone.else@example.org' })
    await expect(fillDatabase(from, to)).rejects.toThrow('The restored table users differs from the backup')
  })

  test('are refused when the database has rows or part of another backup', async () => {
    await claimDatabase(to, 'one backup')
    await claimDatabase(to, 'one backup')
    await expect(claimDatabase(to, 'another')).rejects.toThrow('Another backup')
    await insertUser(from)
    await expect(claimDatabase(from, 'one backup')).rejects.toThrow('The database is not empty: users')
  })
})
