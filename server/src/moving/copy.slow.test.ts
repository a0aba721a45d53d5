import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { COPIED_TABLES, sumTable } from '../db/copy-tables.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { lockFolder } from '../db/folder-lock.ts'
import { openTestBucket, type TestBucket } from '../storage/s3-buckets.testing.ts'
import { enterWithPassword, type AccountWithPassword } from '../testing/account-with-password.ts'
import { eventually, startApp, type RunningApp } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const ADMIN = await builtProgram('admin')
const ACCOUNT = {
  email: 'ann@example.org',
  password: 'correct horse',
  data: { full_name: 'Ann', time_zone: 'Asia/Tokyo' },
}
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: The pallets ship in March, “naïve” or not – 你好.\n'
const SECRET = { SECRET_KEY: 'a secret that all servers of this installation share' }

let parent: string
let s3: TestBucket
let apps: RunningApp[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'copy-'))
  s3 = await openTestBucket({ pageSize: 3 })
  apps = []
})
afterEach(async () => {
  for (const app of apps) await app.close()
  await s3.close()
  await rm(parent, { recursive: true, force: true })
})

async function start(folder: string, settings: Record<string, string> = {}): Promise<RunningApp> {
  await mkdir(join(parent, folder), { recursive: true })
  const app = await startApp({ DATA_DIR: join(parent, folder), DEFAULT_PLAN: 'team', ...SECRET, ...settings })
  apps.push(app)
  await app.services.start(0)
  return app
}

/** Ends an app and leaves its folder. */
async function end(app: RunningApp): Promise<void> {
  apps = apps.filter((other) => other !== app)
  await app.end()
}

/** Runs `npm run admin` in a process of its own. @param killAt what it says when it is killed. */
async function admin(folder: string, args: string[], settings: Record<string, string> = {}, killAt?: string) {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    cwd: parent,
    env: { ...PROGRAM_ENV, DATA_DIR: join(parent, folder), ...SECRET, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      said += part.toString()
      if (killAt !== undefined && said.includes(killAt)) child.kill('SIGKILL')
    })
  await once(child, 'close')
  return { code: child.exitCode, said }
}

const signIn = (app: RunningApp, how: 'signup' | 'token?grant_type=password') => enterWithPassword(app, how, ACCOUNT)

/** A finished page with a video, a link and rows of many kinds. */
async function fill(app: RunningApp, ann: AccountWithPassword) {
  const { job_id: id = '' } = await ann.send('POST', '/api/process-meeting', { captions: CAPTIONS, title: 'Pallets' })
  await eventually(async () => (await ann.send('GET', `/api/microsites/${id}`))['status'] === 'active')
  const video = Buffer.from(randomUUID().repeat(8000))
  const key = `${ann.userId}/derived/${id}/video.mp4`
  await mkdir(dirname(join(app.folder, 'uservideos', key)), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', key), video)
  const { microsites, tags, uploads, measuredSpeeds } = app.database.schema
  await app.database.update(microsites).set({ videoUrl: key, durationMs: 1000 }).where(eq(microsites.id, id))
  for (let number = 0; number < 600; number += 1)
    await app.database
      .insert(tags)
      .values({ id: randomUUID(), userId: ann.userId, name: `T${number}`, nameKey: `t${number}`, color: '#208df3' })
  await app.database.insert(measuredSpeeds).values({ name: 'engine:sphinx', units: 0.1 + 0.2, seconds: 1 / 3 })
  const half = `${ann.userId}/meetings/${ann.userId}/1.mp4`
  await app.database.insert(uploads).values({ key: half, userId: ann.userId, size: 5_000_000_000 })
  await mkdir(dirname(join(app.folder, 'uservideos', half)), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', half), 'what has arrived')
  const { share_url: link = '' } = await ann.send('POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 })
  return { id, token: new URL(link).pathname.split('/').at(-1) ?? '', video: digestOf(video), half }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function expectWorks(app: RunningApp, { id, token, video }: Awaited<ReturnType<typeof fill>>): Promise<void> {
  const ann = await signIn(app, 'token?grant_type=password')
  const { signedUrl = '' } = await ann.send('GET', `/api/microsites/${id}/video`)
  const url = new URL(signedUrl)
  const played = await fetch(app.url + url.pathname + url.search)
  expect(digestOf(new Uint8Array(await played.arrayBuffer()))).toBe(video)
  expect((await app.visitor('POST', SHARE_PATHS.getShared, { token })).status).toBe(200)
  await eventually(async () => {
    const { microsites } = await ann.send('GET', '/api/microsites?q=na%C3%AFve')
    return (microsites as unknown as { id: string }[]).some((site) => site.id === id)
  })
}

async function sumsOf(db: Database): Promise<Record<string, unknown>> {
  const sums = COPIED_TABLES.map(async (name) => [name, await sumTable(name, { schema: db.schema, read: db })] as const)
  return Object.fromEntries(await Promise.all(sums))
}

describe.runIf(HAS_POSTGRES)('an installation that is copied to PostgreSQL and a bucket and back', () => {
  test('is the same after two kills on the way: every row and file, people sign in, pages play, links open and the search finds', async () => {
    const app = await start('data')
    const filled = await fill(app, await signIn(app, 'signup'))
    await end(app)
    const postgres = await createPostgres({ migrated: false })
    const there = ['copy', '--to', postgres, '--to-bucket', s3.address]
    expect((await admin('data', there, s3.keys, 'files: 2,')).code).toBeNull()
    expect((await admin('data', there, s3.keys, 'tags: 100 rows')).code).toBeNull()
    await expect(start('new', { DATABASE_URL: postgres, ...s3.settings })).rejects.toThrow('was not finished')

    const { code, said } = await admin('data', [...there, '--json'], s3.keys)
    expect([code, said]).toEqual([0, expect.stringContaining('"kept"')])
    const report = JSON.parse(said.slice(said.indexOf('{'))) as {
      files: { objects: number; kept: number }
      tables: { tags: number }
      uploadsLeft: number
    }
    expect(report).toMatchObject({ tables: { tags: 600 }, uploadsLeft: 1 })
    expect(report.files.kept).toBe(report.files.objects)
    expect(await s3.objects()).not.toContain(filled.half)
    const before = await openDatabase(join(parent, 'data/callfolio.db'))
    const moved = await openDatabase(postgres)
    expect(await sumsOf(moved)).toEqual(await sumsOf(before))
    await moved.close()
    await before.close()

    const cloud = await start('new', { DATABASE_URL: postgres, ...s3.settings })
    await expectWorks(cloud, filled)
    await end(cloud)
    const settings = { DATABASE_URL: postgres, ...s3.settings }
    expect(await admin('new', ['copy', '--to', 'home'], settings)).toMatchObject({ code: 0 })
    const home = await start('home')
    await expectWorks(home, filled)
  })

  test('is refused where something else is, or another copy, and while a server is running', async () => {
    const app = await start('data')
    await fill(app, await signIn(app, 'signup'))
    await end(app)
    const unlock = await lockFolder(join(parent, 'data'))
    expect((await admin('data', ['copy', '--to', 'home'])).said).toContain('Another server is using the data folder')
    unlock()
    const postgres = await createPostgres({ migrated: false })
    expect(await admin('data', ['copy', '--to', postgres, '--to-bucket', s3.address], s3.keys)).toMatchObject({
      code: 0,
    })
    expect((await admin('data', ['copy', '--to', postgres])).said).toContain('is not empty: users')
    expect((await admin('data', ['copy', '--to-bucket', s3.address], s3.keys)).said).toContain('is not empty')
    const other = await createPostgres({ migrated: false })
    await admin('data', ['copy', '--to', other], {}, 'users: ')
    await mkdir(join(parent, 'elsewhere'))
    const stranger = { SECRET_KEY: 'the secret of quite another installation' }
    expect((await admin('elsewhere', ['copy', '--to', other], stranger)).said).toContain('Another installation')
  })
})
