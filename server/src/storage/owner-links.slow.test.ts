import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OWN_DATA_PATHS } from '@callfolio/shared/contract/own-data.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { openTestBucket, type TestBucket } from './s3-buckets.testing.ts'

const MIB = 1024 * 1024
/** Far more than the system buffers for one connection. */
const SIZE = 32 * MIB
/** One MiB is ten seconds. */
const DURATION_MS = 320_000

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
  async function withVideo(owner: Person): Promise<{ id: string; url: URL }> {
    const { body } = await owner.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
    const id = (body as { job_id: string }).job_id
    const key = `${owner.userId}/derived/${id}/video.mp4`
    await store(key, SIZE)
    const { microsites } = app.database.schema
    await app.database
      .update(microsites)
      .set({ status: 'active', videoUrl: key, durationMs: DURATION_MS })
      .where(eq(microsites.id, id))
    const link = await owner.send('GET', `/api/microsites/${id}/video`)
    return { id, url: new URL((link.body as { signedUrl: string }).signedUrl, app.url) }
  }

  const ENDS: [string, (owner: Person, id: string) => Promise<{ status: number }>][] = [
    ['signed out everywhere', (owner) => owner.send('POST', '/auth/v1/logout?scope=global')],
    ['signed out', (owner) => owner.send('POST', '/auth/v1/logout?scope=local')],
    ['deleted the microsite', (owner, id) => owner.send('DELETE', `/api/microsites/${id}`)],
  ]

  test.each(ENDS)('refuses further ranges and aborts a whole file once its owner %s', async (_what, end) => {
    const owner = await app.signUp()
    const { id, url } = await withVideo(owner)
    const range = await fetch(url, { headers: { range: 'bytes=0-' } })
    expect([range.status, (await range.arrayBuffer()).byteLength]).toEqual([206, MIB])
    const whole = await fetch(url)
    expect((await end(owner, id)).status).toBeLessThan(300)
    for (const next of ['bytes=0-9', `bytes=${MIB}-`])
      expect((await fetch(url, { headers: { range: next } })).status).toBe(403)
    await expect(whole.arrayBuffer()).rejects.toThrow()
  })

  test('does not complete an export after its owner signed out', async () => {
    const owner = await app.signUp()
    await withVideo(owner)
    const { body } = await owner.send('POST', OWN_DATA_PATHS.export)
    const archive = await fetch(new URL((body as { path: string }).path, app.url))
    expect(archive.status).toBe(200)
    await owner.send('POST', '/auth/v1/logout?scope=local')
    await expect(archive.arrayBuffer()).rejects.toThrow()
  })

  test('continues when another session of its owner ends', async () => {
    const owner = await app.signUp()
    const { url } = await withVideo(owner)
    const whole = await fetch(url)
    expect((await owner.send('POST', '/auth/v1/logout?scope=others')).status).toBe(204)
    expect((await whole.arrayBuffer()).byteLength).toBe(SIZE)
  })
})
