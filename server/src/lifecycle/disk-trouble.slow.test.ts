import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { STORAGE_FULL_MESSAGE } from '@callfolio/shared/failures.ts'
import { loadSecretKey } from '../config/config.ts'
import { getDiskTrouble } from '../kernel/disk-trouble.ts'
import { freeDiskBytes } from '../kernel/disk-watch.ts'
import { createLogger } from '../kernel/logger.ts'
import { mp4Bytes } from '../uploads/recordings.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'
import { mountSmallDisk, type SmallDisk } from '../../../e2e/fakes/small-disk.ts'

const MIB = 1024 * 1024
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>I will send the offer to you on Friday.'
const ACCOUNT = { email: 'ann@example.org', password: 'correct horse' }

test('distinguishes SQLite’s full-disk and read-only errors from others', () => {
  const client = new Sqlite(':memory:')
  const refusal = (statement: string) => {
    try {
      client.exec(statement)
      return 'nothing was refused'
    } catch (error) {
      return getDiskTrouble(new Error('Failed query', { cause: error }))
    }
  }
  client.exec('create table t (x blob not null)')
  client.pragma('max_page_count = 4')
  expect(refusal('insert into t values (zeroblob(100000))')).toBe('full')
  client.pragma('query_only = ON')
  expect(refusal("insert into t values ('x')")).toBe('read_only')
  expect(refusal('insert into nothing values (1)')).toBeNull()
})

const mountable = await mountSmallDisk(64 * MIB)
await mountable?.remove()

describe.runIf(mountable !== null)('a disk that', () => {
  let disk: SmallDisk
  let app: RunningApp
  let person: Person
  let id: string
  let lines: string[]
  beforeEach(async () => {
    disk = (await mountSmallDisk(800 * MIB)) ?? expect.unreachable()
    lines = []
    const log = createLogger('warn', { write: (line) => void lines.push(line) })
    app = await startApp({ DATA_DIR: disk.folder, DEFAULT_PLAN: 'team' }, undefined, log)
    await app.services.start(0)
    await app.visitor('POST', '/auth/v1/signup', ACCOUNT)
    person = await app.signUp()
    const made = await person.send('POST', '/api/process-meeting', { captions: CAPTIONS })
    id = (made.body as { job_id: string }).job_id
    await becomesActive(id)
  })
  afterEach(async () => {
    await app.close().catch(() => {})
    await disk.remove()
  })

  async function becomesActive(site: string): Promise<void> {
    await eventually(async () => {
      const { body } = await person.send('GET', `/api/microsites/${site}`)
      return (body as { status: string }).status === 'active'
    })
  }
  const signIn = () => app.visitor('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
  const refused = { error: { code: 'insufficient_storage', message: STORAGE_FULL_MESSAGE } }
  const aboutTheDisk = () => lines.filter((line) => line.includes('writes are refused'))

  /** All read-only requests. */
  async function expectReading(token: string, video: string): Promise<void> {
    expect((await person.send('GET', '/api/microsites')).status).toBe(200)
    expect((await person.send('GET', `/api/microsites/${id}`)).status).toBe(200)
    expect((await app.visitor('POST', SHARE_PATHS.getShared, { token })).status).toBe(200)
    expect((await fetch(app.url + video, { headers: { range: 'bytes=0-99' } })).status).toBe(206)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  }

  /** @returns a shared page's token and the path of a video. */
  async function makeReadable(): Promise<{ page: string; video: string }> {
    const key = `${person.userId}/derived/${id}/video.mp4`
    const path = join(app.folder, 'uservideos', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, Buffer.alloc(MIB, 'video'))
    const { microsites } = app.database.schema
    await app.database.update(microsites).set({ videoUrl: key, durationMs: 9000 }).where(eq(microsites.id, id))
    const link = await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
    const page = new URL((link.body as { share_url: string }).share_url).pathname.split('/').at(-1) ?? ''
    const signed = await person.send('GET', `/api/microsites/${id}/video`)
    const video = new URL((signed.body as { signedUrl: string }).signedUrl)
    return { page, video: video.pathname + video.search }
  }

  const upload = (
    token: string,
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: Uint8Array<ArrayBuffer>,
  ) =>
    fetch(app.url + path, {
      method,
      headers: { 'authorization': `Bearer ${token}`, 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body }),
    })

  test('is nearly full refuses only uploads, which resume later', async () => {
    const { page, video } = await makeReadable()
    const begun = await upload(person.token, 'POST', '/files', { 'upload-length': String(8 * MIB) })
    expect(begun.status).toBe(201)
    const file = begun.headers.get('location') ?? expect.unreachable()
    const send = () =>
      upload(
        person.token,
        'PATCH',
        file,
        { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
        new Uint8Array(mp4Bytes(8 * MIB)),
      )
    await disk.fill(24 * MIB)
    const full = await send()
    expect([full.status, await full.json()]).toEqual([507, refused])
    expect((await upload(person.token, 'POST', '/files', { 'upload-length': '1000' })).status).toBe(507)
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
      error: { message: expect.stringContaining('its disk is full') },
    })
    expect((await signIn()).status).toBe(200)
    await expectReading(page, video)
    const other = await person.send('POST', '/api/process-meeting', { captions: CAPTIONS })
    expect((await person.send('DELETE', `/api/microsites/${(other.body as { job_id: string }).job_id}`)).status).toBe(
      200,
    )

    await disk.empty()
    expect((await send()).status).toBe(204)
    expect(aboutTheDisk().length).toBe(1)
  })

  test('fills up during an upload is reported to the sender', async () => {
    const bytes = 64 * MIB
    const begun = await upload(person.token, 'POST', '/files', { 'upload-length': String(bytes) })
    const file = begun.headers.get('location') ?? expect.unreachable()
    await disk.fill(40 * MIB)
    // Without a content length the size isn't known in advance.
    const full = await fetch(app.url + file, {
      method: 'PATCH',
      headers: {
        'authorization': `Bearer ${person.token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: new Blob([new Uint8Array(mp4Bytes(bytes))]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect([full.status, await full.json()]).toEqual([507, refused])
    expect(await freeDiskBytes(disk.folder), 'what is the database’s').toBeGreaterThan(24 * MIB)
    expect((await signIn()).status).toBe(200)
    await disk.empty()
  })

  test("has space for one of two concurrent uploads keeps the database's reserve free", async () => {
    const bytes = 24 * MIB
    const files = [0, 1].map(async () => {
      const begun = await upload(person.token, 'POST', '/files', { 'upload-length': String(bytes) })
      return begun.headers.get('location') ?? expect.unreachable()
    })
    const addresses = await Promise.all(files)
    await disk.fill(62 * MIB)
    const body = new Uint8Array(mp4Bytes(bytes))
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await Promise.all(addresses.map((file) => upload(person.token, 'PATCH', file, headers, body)))
    expect(sent.map(({ status }) => status)).toContain(507)
    expect(await freeDiskBytes(disk.folder)).toBeGreaterThan(24 * MIB)
    await disk.empty()
  })

  test('is full is reported once to users and operator; reads go through, and work resumes later', async () => {
    const { page, video } = await makeReadable()
    const { refresh_token: refreshToken } = (await signIn()).body as { refresh_token: string }
    await disk.fill(0)
    // The database's log has preallocated space for a while.
    const answers: number[] = []
    for (let tries = 0; tries < 200 && answers.at(-1) !== 507; tries += 1)
      answers.push((await person.send('POST', '/api/process-meeting', { captions: CAPTIONS.repeat(200) })).status)
    expect(answers.at(-1)).toBe(507)
    expect(answers).not.toContain(500)
    expect((await person.send('POST', '/api/process-meeting', { captions: CAPTIONS.repeat(200) })).body).toMatchObject({
      error: STORAGE_FULL_MESSAGE,
    })
    const ready = await fetch(`${app.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { error: { code: 'unavailable', message: 'The server is not ready: its disk is full.' } },
    ])
    const signedIn = await signIn()
    expect([200, 507]).toContain(signedIn.status)
    if (signedIn.status === 507) expect(signedIn.body).toMatchObject({ msg: STORAGE_FULL_MESSAGE })
    const refreshed = await app.visitor('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: refreshToken,
    })
    expect(refreshed.status).toBe(200)
    await expectReading(page, video)
    expect(aboutTheDisk().length).toBe(1)

    await disk.empty()
    await eventually(async () => (await fetch(`${app.url}/readyz`)).status === 200)
    expect((await signIn()).status).toBe(200)
    expect((await person.send('PATCH', `/api/microsites/${id}`, { title: 'Renewal' })).status).toBe(200)
  })

  test('fails right after the first start keeps the secret, and a damaged secret is refused', async () => {
    const broken = (await mountSmallDisk(64 * MIB)) ?? expect.unreachable()
    try {
      const secret = await loadSecretKey(undefined, broken.folder)
      broken.breakDown()
      broken.repair()
      expect(await loadSecretKey(undefined, broken.folder)).toBe(secret)
      await writeFile(join(broken.folder, 'secret.key'), '')
      await expect(loadSecretKey(undefined, broken.folder)).rejects.toThrow('is damaged')
    } finally {
      await broken.remove()
    }
  })

  test('has become read-only is reported, and reading continues', async () => {
    const { page, video } = await makeReadable()
    const begun = await upload(person.token, 'POST', '/files', { 'upload-length': String(MIB) })
    const file = begun.headers.get('location') ?? expect.unreachable()
    // Active sessions are extended now and then: these are due.
    const { sessions } = app.database.schema
    await app.database.update(sessions).set({ expiresAt: new Date(Date.now() + 60 * 60 * 1000) })
    const { refresh_token: refreshToken } = (await signIn()).body as { refresh_token: string }
    disk.breakDown()
    await eventually(async () => (await fetch(`${app.url}/readyz`)).status === 503)
    expect(await (await fetch(`${app.url}/readyz`)).json()).toMatchObject({
      error: { message: 'The server is not ready: its disk is read-only.' },
    })
    const signedIn = await signIn()
    expect([signedIn.status, signedIn.body]).toEqual([507, expect.objectContaining({ msg: STORAGE_FULL_MESSAGE })])
    expect((await person.send('PATCH', `/api/microsites/${id}`, { title: 'x' })).body).toEqual(refused)
    const refreshed = await app.visitor('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: refreshToken,
    })
    expect(refreshed.body).toMatchObject({ refresh_token: refreshToken })
    const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    const sent = await upload(person.token, 'PATCH', file, headers, new Uint8Array(mp4Bytes(MIB)))
    expect([sent.status, await sent.json()]).toEqual([507, refused])
    await expectReading(page, video)
    expect(aboutTheDisk().length).toBe(1)

    const { status, stderr } = spawnSync(process.execPath, [await builtProgram('main')], {
      env: { ...PROGRAM_ENV, DATA_DIR: disk.folder, PORT: '0' },
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^Can’t write to the data folder: it is read-only/)])
  })
})
