import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { DATABASES } from '../testing/databases.ts'
import { eventually, startApp } from '../testing/app.ts'
import { importedKey } from '../storage/keys.ts'
import { insertUser } from '../testing/users.ts'
import { createUploadsRepo } from './uploads-repo.ts'
import { mp4Bytes } from './recordings.testing.ts'
import { reserveUpload } from './reserve-upload.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

/** Repeated on purpose: changing the retention of uploads changes the rule. */
const SEVEN_DAYS_MS = 7 * 24 * 60 * 60 * 1000

let server: UploadServer
let user: { userId: string; token: string }

beforeAll(async () => {
  server = await openUploadServer()
  user = await server.signUp()
})
afterAll(() => server.close())

async function upload({ bytes, of }: { bytes: number; of: number }): Promise<string> {
  const headers = { 'Authorization': `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0' }
  const created = await fetch(server.endpoint, { method: 'POST', headers: { ...headers, 'Upload-Length': String(of) } })
  const url = new URL(created.headers.get('location') ?? '', server.endpoint)
  const more = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }
  await fetch(url, { method: 'PATCH', headers: { ...headers, ...more }, body: new Uint8Array(mp4Bytes(bytes)) })
  return Buffer.from(url.pathname.split('/').at(-1) ?? '', 'base64url').toString()
}
const exists = async (key: string) => (await server.deps.storage.stat(key)) !== null
const registered = async (key: string) => (await server.deps.uploads.findOwned(user.userId, key)) !== null

describe('upload sweep', () => {
  test('deletes unfinished and unused uploads after seven days, and keeps the rest', async () => {
    const start = server.clock.now
    const unfinished = await upload({ bytes: 100, of: 200 })
    const unused = await upload({ bytes: 200, of: 200 })
    const used = await upload({ bytes: 200, of: 200 })
    await server.database
      .insert(server.database.schema.microsites)
      .values({ id: randomUUID(), userId: user.userId, title: 'Call', status: 'active', sourceKey: used })
    // Registered, but the process ended before anything else.
    const reserved = await reserveUpload(server.deps, user.userId, { metadata: null, size: 9 })
    const sweep = () => sweepUploads(server.deps)

    server.clock.now = new Date(start.getTime() + SEVEN_DAYS_MS)
    const young = await upload({ bytes: 100, of: 200 })
    expect(await sweep()).toBe(0)

    server.clock.now = new Date(start.getTime() + SEVEN_DAYS_MS + 1)
    expect(await sweep()).toBe(3)
    for (const key of [unfinished, unused, reserved])
      expect([await exists(key), await registered(key)]).toEqual([false, false])
    for (const key of [used, young]) expect([await exists(key), await registered(key)]).toEqual([true, true])
    expect(await readdir(join(server.folder, 'uploads'))).toHaveLength(2)
    expect(await sweep()).toBe(0)
  })

  test('keeps an import’s files besides the recording, which are deleted with their microsite', async () => {
    const start = server.clock.now
    const key = importedKey(user.userId, randomUUID())
    await server.deps.uploads.count(user.userId, { key, bytes: 5 }, start)
    const other = { key: `${user.userId}/other.mp4`, bytes: 7 }
    await server.deps.uploads.count(user.userId, other, start)
    server.clock.now = new Date(start.getTime() + SEVEN_DAYS_MS + 1)
    await sweepUploads(server.deps)
    expect(await server.deps.uploads.getBytes(user.userId, [key, other.key])).toBe(5)
  })

  test('does not reuse a key while an unregistered file exists there', async () => {
    const key = await reserveUpload(server.deps, user.userId, { metadata: { filename: 'a.mp4' }, size: 9 })
    const next = key.replace(/(\d+)\.mp4$/, (_, timestamp: string) => `${Number(timestamp) + 1}.mp4`)
    await server.deps.storage.write(next, 'a sample call')
    expect(await reserveUpload(server.deps, user.userId, { metadata: { filename: 'b.mp4' }, size: 9 })).not.toBe(next)
  })
})

test('deletes uploads older than seven days at server startup', async () => {
  const app = await startApp()
  const { userId } = await app.signUp()
  const [old, young] = [`${userId}/old.mp4`, `${userId}/young.mp4`]
  const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
  await app.database.insert(app.database.schema.uploads).values([
    { key: old, userId, createdAt: daysAgo(7.01) },
    { key: young, userId, createdAt: daysAgo(6.99) },
  ])
  const left = () => createUploadsRepo(app.database).getList(userId)
  expect((await left()).toSorted()).toEqual([old, young])
  await app.services.start(0)
  await eventually(async () => !(await left()).includes(old))
  // Stops after the running sweep.
  await app.services.stop()
  expect(await left()).toEqual([young])
  await app.close()
})

describe.each(DATABASES)('upload sweep on %s', (_name, open) => {
  test('queries the database once, however many uploads became microsites', async () => {
    const db = await open()
    const userId = await insertUser(db)
    const { uploads, microsites } = db.schema
    const before = new Date(Date.UTC(2026, 10, 10))
    const keys = Array.from({ length: 200 }, (_, index) => `call ${index}`)
    await db.insert(uploads).values(keys.map((key) => ({ key, userId, createdAt: before, completedAt: before })))
    const site = (source: string, video: string | undefined) => ({
      id: randomUUID(),
      userId,
      title: 'Call',
      status: 'active' as const,
      sourceKey: source,
      videoUrl: video,
    })
    // Some microsites keep the upload as their video, some only as the source; two uploads are unused.
    await db
      .insert(microsites)
      .values([
        ...keys.slice(2, 100).map((key) => site(key, key)),
        ...keys.slice(100, 150).map((key) => site(key, `${key} playable`)),
        ...keys.slice(150).map((key) => site(`${key} gone`, key)),
      ])
    const [counting, asked] = countQuestions(db)
    expect((await createUploadsRepo(counting).listLeftBefore(new Date(before.getTime() + 1))).toSorted()).toEqual([
      'call 0',
      'call 1',
    ])
    expect(asked()).toBe(1)
    await db.close()
  })
})

/** The same database, and its number of queries. */
function countQuestions(db: Database): [Database, () => number] {
  let asked = 0
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'select' || name === '$count') asked += 1
      return Reflect.get(target, name, target) as unknown
    },
  })
  return [counting, () => asked]
}
