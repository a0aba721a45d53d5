import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_DATA_PATHS } from '@callfolio/shared/contract/own-data.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { PART_BYTES, PARTS_TO_CUT, readSlowly, received } from '../testing/slow-reader.ts'
import { openTestBucket, type TestBucket } from './s3-buckets.testing.ts'

const MIB = 1024 * 1024
/** Far more than the system holds for one connection. */
const SIZE = 32 * MIB
/** The end of a session is checked twice a second. */
const CUT_MS = 3000

describe.each(['a folder', 'a bucket'])('the signed link to an owner’s video in %s', (place) => {
  let app: RunningApp
  let s3: TestBucket | null = null
  beforeAll(async () => {
    s3 = place === 'a bucket' ? await openTestBucket() : null
    app = await startApp({ DEFAULT_PLAN: 'team', ...s3?.settings })
  })
  afterAll(async () => {
    await app.close()
    await s3?.close()
  })

  async function store(key: string, bytes: number): Promise<void> {
    const content = Buffer.alloc(bytes, 'video')
    if (s3 !== null) return s3.put(key, content)
    await mkdir(dirname(join(app.folder, 'uservideos', key)), { recursive: true })
    await writeFile(join(app.folder, 'uservideos', key), content)
  }

  /** A microsite with a playable video. @returns its id and a signed link. */
  async function withVideo(owner: Person, bytes = SIZE): Promise<{ id: string; url: URL }> {
    const { body } = await owner.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
    const id = (body as { job_id: string }).job_id
    const key = `${owner.userId}/derived/${id}/video.mp4`
    await store(key, bytes)
    const { microsites } = app.database.schema
    await app.database
      .update(microsites)
      .set({ status: 'active', videoUrl: key, durationMs: 1000 })
      .where(eq(microsites.id, id))
    const link = await owner.send('GET', `/api/microsites/${id}/video`)
    return { id, url: new URL((link.body as { signedUrl: string }).signedUrl, app.url) }
  }

  const ENDS: [string, (owner: Person, id: string) => Promise<{ status: number }>][] = [
    ['signed out everywhere', (owner) => owner.send('POST', '/auth/v1/logout?scope=global')],
    ['signed out', (owner) => owner.send('POST', '/auth/v1/logout?scope=local')],
    ['deleted the microsite', (owner, id) => owner.send('DELETE', `/api/microsites/${id}`)],
  ]

  test.each(ENDS)('sends nothing more soon after its owner %s', async (_what, end) => {
    const owner = await app.signUp()
    const { id, url } = await withVideo(owner)
    const reader = await readSlowly(url)
    await received(reader, MIB)
    expect((await end(owner, id)).status).toBeLessThan(300)
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
    for (const range of ['bytes=0-9', `bytes=${MIB}-`])
      expect((await fetch(url, { headers: { range } })).status).toBe(403)
  })

  test('of a stalled reader is cut as well', async () => {
    const owner = await app.signUp()
    const { url } = await withVideo(owner)
    const other = await readSlowly(url)
    // Until the other one is cut it reads nothing, so that its server can't write either.
    const stalled = await readSlowly(url, { stalledUntil: other.reading })
    await received(other, MIB)
    await owner.send('POST', '/auth/v1/logout?scope=global')
    await stalled.reading
    expect(stalled.seen.bytes).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
  })

  test('of a stalled reader is cut where it is small as well', async () => {
    const owner = await app.signUp()
    // Twice what the reader's own system takes of it; the server is done with it at once.
    const bytes = 250_000
    const { url } = await withVideo(owner, bytes)
    const ended = Promise.withResolvers<void>()
    const stalled = await readSlowly(url, { stalledUntil: ended.promise })
    await delay(CUT_MS)
    await owner.send('POST', '/auth/v1/logout?scope=global')
    await delay(CUT_MS)
    ended.resolve()
    await stalled.reading
    expect(stalled.seen.bytes).toBeLessThan(bytes)
  })

  test('and the download of everything are cut soon after their owner signed out', async () => {
    const owner = await app.signUp()
    await withVideo(owner)
    const { body } = await owner.send('POST', OWN_DATA_PATHS.export)
    const reader = await readSlowly(new URL((body as { path: string }).path, app.url))
    await received(reader, MIB)
    await owner.send('POST', '/auth/v1/logout?scope=local')
    const before = reader.seen.bytes
    await reader.reading
    expect(reader.seen.bytes - before).toBeLessThan(PARTS_TO_CUT * PART_BYTES)
  })

  test('goes on when another session of its owner ends', async () => {
    const owner = await app.signUp()
    const { url } = await withVideo(owner)
    const reader = await readSlowly(url)
    await received(reader, MIB)
    expect((await owner.send('POST', '/auth/v1/logout?scope=others')).status).toBe(204)
    await received(reader, 4 * MIB)
    expect(reader.seen.isOver).toBe(false)
    reader.close()
    await reader.reading
  })
})
