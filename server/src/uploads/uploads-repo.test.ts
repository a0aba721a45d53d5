import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { insertUser } from '../testing/users.ts'
import { createUploadsRepo, type UploadsRepo } from './uploads-repo.ts'

describe.each(BOTH_DATABASES)('the uploads table on %s', (_, open) => {
  let database: Database
  let uploads: UploadsRepo
  let userId: string

  beforeAll(async () => {
    database = await open()
    uploads = createUploadsRepo(database)
    userId = await insertUser(database)
  })
  afterAll(() => database.close())

  const upload = (key: string, day: number) => ({
    key,
    userId,
    filename: 'call.mp4',
    filetype: null,
    createdAt: new Date(Date.UTC(2026, 10, day)),
  })

  test('gives a key once, however many request it at the same time', async () => {
    const given = await Promise.all(Array.from({ length: 5 }, () => uploads.insert(upload('once', 1))))
    expect(given.filter(Boolean)).toHaveLength(1)
  })

  test('finds an upload only for its owner', async () => {
    await uploads.insert(upload('mine', 1))
    expect(await uploads.findOwned(userId, 'mine')).toMatchObject({ filename: 'call.mp4', completedAt: null })
    expect(await uploads.findOwned(await insertUser(database), 'mine')).toBeNull()
  })

  test('keeps the first completion time', async () => {
    const [first, second] = [new Date('2026-11-02T10:00:00.123Z'), new Date('2026-11-03T10:00:00Z')]
    await uploads.insert(upload('completed', 1))
    await uploads.markCompleted('completed', 9, first)
    await uploads.markCompleted('completed', 9, second)
    expect((await uploads.findOwned(userId, 'completed'))?.completedAt).toEqual(first)
  })

  test('selects abandoned uploads by their own times, unfinished and finished ones', async () => {
    await uploads.insert(upload('old, unfinished', 5))
    await uploads.insert(upload('old, finished late', 5))
    await uploads.markCompleted('old, finished late', 9, new Date(Date.UTC(2026, 10, 20)))
    const before = new Date(Date.UTC(2026, 10, 10))
    expect(await uploads.listLeftBefore(before)).toContain('old, unfinished')
    expect(await uploads.listLeftBefore(before)).not.toContain('old, finished late')
    expect(await uploads.listLeftBefore(new Date(Date.UTC(2026, 10, 21)))).toContain('old, finished late')
  })

  test('lists a user’s complete uploads without a microsite, except what microsites store themselves', async () => {
    const owner = await insertUser(database)
    const getKey = (name: string) => `${owner}/meetings/${owner}/${name}`
    const others = [`${owner}/derived/site/video.mp4`, `${owner}/derived/site/imported`, 'elsewhere.mp4']
    for (const key of [...['1.mp4', 'source.mp4', 'video.mp4', 'open.mp4'].map(getKey), ...others]) {
      await uploads.insert({ ...upload(key, 1), userId: owner })
      if (key !== getKey('open.mp4')) await uploads.markCompleted(key, 9, new Date())
    }
    const site = { userId: owner, title: 'Call', status: 'active' as const }
    await database.insert(database.schema.microsites).values([
      { ...site, id: `${owner}-1`, sourceKey: getKey('source.mp4') },
      { ...site, id: `${owner}-2`, videoUrl: getKey('video.mp4') },
    ])
    expect(await uploads.listUnusedFor(owner)).toEqual([getKey('1.mp4')])
    expect(await uploads.listUnusedFor(userId)).toEqual([])
  })

  test('transcribes an upload early only if requested, until it is complete or that was ended', async () => {
    const at = new Date('2026-11-02T10:00:00.123Z')
    await uploads.insert(upload('silent', 1))
    await uploads.insert({ ...upload('spoken', 1), speechHints: 'Pallets', speechAt: at })
    await uploads.insert({ ...upload('whole', 1), speechHints: '', speechAt: at })
    await uploads.markCompleted('whole', 9, at)
    expect(await uploads.findTranscribed('spoken')).toMatchObject({
      speechHints: 'Pallets',
      speechAt: at,
      speechAtBytes: 0,
    })
    expect([await uploads.findTranscribed('silent'), await uploads.findTranscribed('whole')]).toEqual([null, null])
    const bytes = 2 ** 31
    await uploads.planSpeech('spoken', { at, bytes })
    expect(await uploads.findTranscribed('spoken')).toMatchObject({ speechAtBytes: bytes })
    await uploads.planSpeech('spoken', null)
    await uploads.planSpeech('spoken', { at, bytes })
    expect(await uploads.findTranscribed('spoken')).toBeNull()
  })

  test('counts only as many concurrent parts in a month as its limit, each month again', async () => {
    const count = (period: string) => uploads.countSpeechPart({ userId, period }, 3)
    const counted = await Promise.all(Array.from({ length: 6 }, () => count('2026-11')))
    expect(counted.filter(Boolean)).toHaveLength(3)
    expect([await count('2026-12'), await uploads.countSpeechPart({ userId, period: '2026-11' }, null)]).toEqual([
      true,
      true,
    ])
  })
})
