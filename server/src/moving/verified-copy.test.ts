import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sumTable } from '../db/copy-tables.ts'
import type { Database } from '../db/database.ts'
import { systemClock } from '../kernel/clock.ts'
import { readBucketAddress } from '../storage/bucket-address.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import type { Storage } from '../storage/storage.ts'
import { DATABASES, openMemory } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { copyDatabase } from './copy-database.ts'
import { copyObjects } from './copy-objects.ts'
import { settingsFor } from './copy-target.ts'

describe('a file that is copied', () => {
  let folder: string
  let from: Storage
  let to: Storage
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'verified-copy-'))
    const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock })
    from = createDiskStorage({ root: join(folder, 'from'), links })
    to = createDiskStorage({ root: join(folder, 'to'), links })
    await from.write('u/call.mp4', 'what was said')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const copy = (target: Storage) =>
    copyObjects({ from, to: target, without: new Set(), folder: join(folder, 'work'), onObject: () => {} })
  const contentOf = async (storage: Storage) =>
    (await Array.fromAsync(await storage.read('u/call.mp4'), String)).join('')

  test('counts only when it is read back the same', async () => {
    const changing: Storage = {
      ...to,
      async adopt(path, key) {
        await writeFile(path, 'what was sbid')
        await to.adopt(path, key)
      },
    }
    await expect(copy(changing)).rejects.toThrow('u/call.mp4 came out otherwise than it is')
  })

  test('is copied again where something of its size lies already', async () => {
    await to.write('u/call.mp4', 'what was sbid')
    expect(await copy(to)).toMatchObject({ objects: 1, kept: 0 })
    expect(await contentOf(to)).toBe('what was said')
    expect(await copy(to)).toMatchObject({ objects: 1, kept: 1 })
  })
})

test('a copy to a bucket ends with the settings that its address stands for', () => {
  const query = 'endpoint=https://s3.example.com&region=eu&path-style=true&checksums=when_required&encryption=AES256'
  const bucket = readBucketAddress(`s3://recordings?${query}`, {})
  expect(settingsFor({ database: null, folder: null, bucket })).toEqual([
    'S3_BUCKET=recordings',
    'S3_ENDPOINT=https://s3.example.com',
    'S3_REGION=eu',
    'S3_FORCE_PATH_STYLE=true',
    'S3_CHECKSUMS=when_required',
    'S3_ENCRYPTION=AES256',
  ])
  expect(() => readBucketAddress('s3://recordings?checksums=none', {})).toThrow('when_supported or when_required')
})

describe.each(DATABASES)('tables that are copied to %s', (_name, open) => {
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
  const sums = () => Promise.all([from, to].map((db) => sumTable('users', { schema: db.schema, read: db })))

  test('are compared by their contents: a row that differs is copied anew', async () => {
    await copyDatabase(from, to, () => {})
    await to.update(to.schema.users).set({ email: 'someone.else@example.org' })
    const [wanted, changed] = await sums()
    expect([changed?.rows, changed?.sum === wanted?.sum]).toEqual([1, false])
    await copyDatabase(from, to, () => {})
    expect((await sums())[1]).toEqual(wanted)
  })

  test('are refused when they come out otherwise a second time', async () => {
    const losing = Object.assign(Object.create(to), {
      batch: async (...writes: Parameters<Database['batch']>) => {
        await to.batch(...writes)
        await to.delete(to.schema.users)
      },
    }) as Database
    await expect(copyDatabase(from, losing, () => {})).rejects.toThrow('users changed meanwhile')
  })
})
