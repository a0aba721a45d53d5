import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { getBucket, parseConfig } from '../config/config.ts'
import { COPIED_TABLES, sumTable } from '../db/copy-tables.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { copyDatabase } from '../db/snapshot.ts'
import { systemClock } from '../kernel/clock.ts'
import { openStorage } from '../storage/open-storage.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { openTestBucket, type TestBucket } from '../storage/s3-buckets.testing.ts'
import { enterWithPassword, type AccountWithPassword } from '../testing/account-with-password.ts'
import { eventually, startApp, type RunningApp } from '../testing/app.ts'
import { HAS_POSTGRES } from '../testing/databases.ts'
import { createPostgres, queryPostgres } from '../testing/postgres.ts'
import { builtProgram, PROGRAM_ENV } from '../testing/program.ts'

const ADMIN = await builtProgram('admin')
const MAIN = await builtProgram('main')
const CAPTIONS = 'WEBVTT\n\n00:01.000 --> 00:09.000\n<v Ann>I will send the offer to you on Friday.'
const ACCOUNT = { email: 'ann@example.org', password: 'correct horse' }

type Settings = Record<string, string>

let parent: string
let backup: string
let apps: RunningApp[]
let buckets: TestBucket[]
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'backup-'))
  backup = join(parent, 'backup')
  apps = []
  buckets = []
})
afterEach(async () => {
  for (const app of apps) await app.close()
  for (const bucket of buckets) await bucket.close()
  await rm(parent, { recursive: true, force: true })
})

async function startBucket(name: string): Promise<TestBucket> {
  const bucket = await openTestBucket({ bucket: name, pageSize: 50 })
  buckets.push(bucket)
  return bucket
}

/** Where an installation stores its data. */
interface Kept {
  database: 'SQLite' | 'PostgreSQL'
  files: 'disk' | 'bucket'
}

async function settingsFor({ database, files }: Kept): Promise<Settings> {
  return {
    SECRET_KEY: 'a secret that every server of this installation has',
    ...(database === 'PostgreSQL' && { DATABASE_URL: await createPostgres({ migrated: false }) }),
    ...(files === 'bucket' && (await startBucket('recordings')).settings),
  }
}

async function start(folder: string, settings: Settings = {}): Promise<RunningApp> {
  await mkdir(join(parent, folder), { recursive: true })
  const app = await startApp({ DATA_DIR: join(parent, folder), DEFAULT_PLAN: 'team', ...settings })
  apps.push(app)
  await app.services.start(0)
  return app
}

/** Runs `npm run admin` in a separate process, like an operator. */
async function admin(folder: string, ...args: string[]): Promise<{ code: number | null; said: string }> {
  return adminWith({}, folder, ...args)
}

async function adminWith(settings: Settings, folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    cwd: parent,
    env: { ...PROGRAM_ENV, DATA_DIR: join(parent, folder), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  await once(child, 'close')
  return { code: child.exitCode, said }
}

/**
 * Runs `npm run admin` and kills it once a condition is met. @returns the signal that ended it; null: it ended first.
 */
async function killedWith(settings: Settings, [folder, ...args]: readonly string[], isTime: () => Promise<boolean>) {
  const child = spawn(process.execPath, [ADMIN, ...args], {
    cwd: parent,
    env: { ...PROGRAM_ENV, DATA_DIR: join(parent, folder ?? ''), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  while (child.exitCode === null && !(await isTime()));
  child.kill('SIGKILL')
  await closed
  return child.signalCode
}

async function getSums(db: Database): Promise<Record<string, unknown>> {
  const sums = COPIED_TABLES.map(async (name) => [name, await sumTable(name, { schema: db.schema, read: db })] as const)
  return Object.fromEntries(await Promise.all(sums))
}

const signIn = (app: RunningApp, how: 'signup' | 'token?grant_type=password') => enterWithPassword(app, how, ACCOUNT)

/** A finished page with a video. @returns the video's digest. */
async function makePage(
  app: RunningApp,
  ann: AccountWithPassword,
  { bytes = 300_000, settings = {} }: { bytes?: number; settings?: Settings } = {},
): Promise<{ id: string; digest: string }> {
  const { job_id: id = '' } = await ann.send('POST', '/api/process-meeting', { captions: CAPTIONS })
  await eventually(async () => (await ann.send('GET', `/api/microsites/${id}`))['status'] === 'active')
  const video = Buffer.from(randomUUID().repeat(bytes / 36))
  const key = `${ann.userId}/derived/${id}/video.mp4`
  const config = parseConfig({ DATA_DIR: app.folder, ...settings })
  const storage = await openStorage({
    bucket: getBucket(config),
    folder: join(app.folder, 'uservideos'),
    transferFolder: join(app.folder, 'transfers'),
    links: createLinkSigner({ secretKey: 'not asked for', clock: systemClock }),
  })
  await storage.write(key, video)
  const database = settings['DATABASE_URL'] === undefined ? app.database : await openDatabase(settings['DATABASE_URL'])
  const { microsites } = database.schema
  await database.update(microsites).set({ videoUrl: key, durationMs: 1000 }).where(eq(microsites.id, id))
  if (database !== app.database) await database.close()
  return { id, digest: getDigest(video) }
}

const getDigest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function idsOfPages(ann: AccountWithPassword): Promise<string[]> {
  const { microsites } = await ann.send('GET', '/api/microsites?limit=100')
  return (microsites as unknown as { id: string }[]).map(({ id }) => id)
}

async function playedDigest(app: RunningApp, ann: AccountWithPassword, id: string): Promise<string> {
  const { signedUrl = '' } = await ann.send('GET', `/api/microsites/${id}/video`)
  const url = new URL(signedUrl)
  return getDigest(new Uint8Array(await (await fetch(app.url + url.pathname + url.search)).arrayBuffer()))
}

test('restores a backup made under load to a working product, with every change acknowledged before it', async () => {
  const app = await start('data')
  const ann = await signIn(app, 'signup')
  const before = await makePage(app, ann)
  const { share_url: shareUrl = '' } = await ann.send('POST', SHARE_PATHS.create, {
    microsite_id: before.id,
    expires_in_days: 7,
  })
  const load = { isOver: false, made: 0, deleted: 0 }
  const working = [0, 1, 2].map(async () => {
    while (!load.isOver) {
      const page = await makePage(app, ann, { bytes: 36_000 })
      load.made += 1
      if (load.made % 2 === 0) {
        await ann.send('DELETE', `/api/microsites/${page.id}`)
        load.deleted += 1
      }
    }
  })
  await eventually(async () => load.deleted > 1)
  const acknowledged = await idsOfPages(ann)
  // Simulates a page whose row was added after the database copy.
  const unborn = join(app.folder, 'uservideos', ann.userId, 'derived', randomUUID())
  await mkdir(unborn, { recursive: true })
  await writeFile(join(unborn, 'captions.txt'), CAPTIONS)
  const made = await admin('data', 'backup', '--to', backup)
  expect(made.said).toContain('files')
  expect(made.code).toBe(0)
  load.isOver = true
  await Promise.all(working)
  const kept = await idsOfPages(ann)
  expect((await admin('data', 'verify', backup)).said).toContain('is complete')
  await apps.pop()?.close()

  const restored = await admin('elsewhere', 'restore', '--from', backup)
  expect(restored).toEqual({ code: 0, said: expect.stringContaining('You can start the server') })
  const other = await start('elsewhere')
  const again = await signIn(other, 'token?grant_type=password')
  expect(await playedDigest(other, again, before.id)).toBe(before.digest)
  const token = new URL(shareUrl).pathname.split('/').at(-1)
  expect((await other.visitor('POST', SHARE_PATHS.getShared, { token })).status).toBe(200)
  const shown = await idsOfPages(again)
  expect(shown).toEqual(expect.arrayContaining(acknowledged.filter((id) => kept.includes(id))))
  for (const id of shown) {
    await eventually(async () => (await again.send('GET', `/api/microsites/${id}`))['status'] === 'active')
    const site = await again.send('GET', `/api/microsites/${id}`)
    if (site['video_url'] !== null) expect(await playedDigest(other, again, id)).toMatch(/^[0-9a-f]{64}$/)
  }
  // Files deleted before the backup, or newer than its database, are not restored without a page.
  await other.services.tidy()
  const derived = join(other.folder, 'uservideos', ann.userId, 'derived')
  const files = (await readdir(derived, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  expect(files.filter(({ parentPath }) => !shown.some((id) => parentPath.includes(id)))).toEqual([])
})

describe.runIf(HAS_POSTGRES)('a backup', () => {
  test.each<[from: Kept, to: Kept, place: 'folder' | 'bucket']>([
    [{ database: 'PostgreSQL', files: 'bucket' }, { database: 'PostgreSQL', files: 'bucket' }, 'bucket'],
    [{ database: 'PostgreSQL', files: 'disk' }, { database: 'SQLite', files: 'disk' }, 'folder'],
    [{ database: 'SQLite', files: 'bucket' }, { database: 'PostgreSQL', files: 'disk' }, 'bucket'],
    [{ database: 'SQLite', files: 'disk' }, { database: 'SQLite', files: 'bucket' }, 'folder'],
  ])('of %o restores to a working product on %o, through a %s', async (from, to, kind) => {
    const settings = await settingsFor(from)
    const app = await start('data', settings)
    const ann = await signIn(app, 'signup')
    const page = await makePage(app, ann, { settings })
    const { share_url: link = '' } = await ann.send('POST', SHARE_PATHS.create, {
      microsite_id: page.id,
      expires_in_days: 7,
    })
    const bucket = kind === 'bucket' ? await startBucket('backups') : null
    const place = bucket?.address ?? backup
    const keys = bucket?.keys ?? {}
    expect(await adminWith({ ...settings, ...keys }, 'data', 'backup', '--to', place)).toMatchObject({ code: 0 })
    expect(await adminWith(keys, 'nowhere', 'verify', place)).toMatchObject({ code: 0 })
    const other = { ...(await settingsFor(to)), ...keys }
    expect(await adminWith(other, 'elsewhere', 'restore', '--from', place)).toMatchObject({ code: 0 })

    const restored = await start('elsewhere', other)
    const again = await signIn(restored, 'token?grant_type=password')
    expect(await idsOfPages(again)).toEqual([page.id])
    expect(await playedDigest(restored, again, page.id)).toBe(page.digest)
    const token = new URL(link).pathname.split('/').at(-1)
    expect((await restored.visitor('POST', SHARE_PATHS.getShared, { token })).status).toBe(200)
    const refused = await adminWith(other, 'another', 'restore', '--from', place)
    if (to.database === 'PostgreSQL' || to.files === 'bucket')
      expect(refused).toEqual({ code: 1, said: expect.stringContaining('is not empty') })
  })

  test('of SQLite and a disk is the same in PostgreSQL and a bucket after two kills along the way', async () => {
    const secret = { SECRET_KEY: 'a secret that every server of this installation has' }
    const app = await start('data', secret)
    const ann = await signIn(app, 'signup')
    const page = await makePage(app, ann)
    const { tags, measuredSpeeds, uploads } = app.database.schema
    for (let number = 0; number < 200; number += 1)
      await app.database
        .insert(tags)
        .values({ id: randomUUID(), userId: ann.userId, name: `T${number}`, nameKey: `t${number}`, color: '#208df3' })
    await app.database.insert(measuredSpeeds).values({ name: 'engine:sphinx', units: 0.1 + 0.2, seconds: 1 / 3 })
    const half = `${ann.userId}/meetings/${ann.userId}/1.mp4`
    await app.database.insert(uploads).values({ key: half, userId: ann.userId, size: 5_000_000_000 })
    for (const key of [half, ...Array.from({ length: 50 }, (_, number) => `${ann.userId}/logos/${number}.png`)]) {
      await mkdir(dirname(join(app.folder, 'uservideos', key)), { recursive: true })
      await writeFile(join(app.folder, 'uservideos', key), `content of ${key}`)
    }
    apps = []
    await app.end()
    expect(await admin('data', 'backup', '--to', backup)).toMatchObject({ code: 0 })

    const bucket = await startBucket('recordings')
    const postgres = await createPostgres({ migrated: true })
    const settings = { ...secret, ...bucket.settings, DATABASE_URL: postgres }
    const restore = ['elsewhere', 'restore', '--from', backup] as const
    const inBucket = async () => (await bucket.objects()).filter((key) => key.startsWith(ann.userId))
    expect(await killedWith(settings, restore, async () => (await inBucket()).length > 2)).toBe('SIGKILL')
    const kept = (await inBucket()).length
    expect(kept).toBeLessThan(50)
    const operator = new Client(postgres)
    await operator.connect()
    await operator.query('begin; lock table tags in exclusive mode')
    const isWaiting = async () =>
      (await queryPostgres(postgres, "select 1 from pg_locks where relation = 'tags'::regclass and not granted"))
        .length > 0
    expect(await killedWith(settings, restore, isWaiting)).toBe('SIGKILL')
    await operator.query('rollback')
    await operator.end()
    await expect(start('elsewhere', settings)).rejects.toThrow('A restore into this database was interrupted')

    expect(await adminWith(settings, ...restore)).toMatchObject({ code: 0 })
    const [before, moved] = [await openDatabase(join(app.folder, 'callfolio.db')), await openDatabase(postgres)]
    expect(await getSums(moved)).toEqual(await getSums(before))
    await moved.close()
    await before.close()
    expect(await bucket.objects()).not.toContain(half)
    for (const key of await inBucket())
      expect((await bucket.content(key)).equals(await readFile(join(app.folder, 'uservideos', key))), key).toBe(true)
    expect((await inBucket()).length).toBeGreaterThan(50)
    const restored = await start('elsewhere', settings)
    const again = await signIn(restored, 'token?grant_type=password')
    expect(await playedDigest(restored, again, page.id)).toBe(page.digest)
    await eventually(async () => {
      const { microsites } = await again.send('GET', '/api/microsites?q=offer')
      return (microsites as unknown as { id: string }[]).some(({ id }) => id === page.id)
    })
  })

  test('of PostgreSQL is a snapshot: concurrent transactions are in it whole or not at all', async () => {
    const url = await createPostgres({ migrated: true })
    const database = await openDatabase(url)
    try {
      const { users, tags } = database.schema
      const write = { isOver: false, pairs: 0 }
      const writing = (async () => {
        for (; !write.isOver; write.pairs += 1) {
          const id = randomUUID()
          await database.batch((tx) => [
            tx.insert(users).values({ id, email: `${id}@example.org`, userMetadata: {} }),
            tx.insert(tags).values({ id, userId: id, name: 'One', nameKey: 'one', color: '#208df3' }),
          ])
        }
      })()
      await eventually(async () => write.pairs > 100)
      const file = join(parent, 'copy.db')
      await copyDatabase(url, file)
      write.isOver = true
      await writing
      const copy = await openDatabase(file)
      const counts = [await copy.$count(copy.schema.users), await copy.$count(copy.schema.tags)]
      await copy.close()
      expect(counts[0]).toBeGreaterThan(100)
      expect(counts[1]).toBe(counts[0])
    } finally {
      await database.close()
    }
  })
})

test('copies only new files, stores each content once, and drops deleted ones', async () => {
  const app = await start('data')
  const ann = await signIn(app, 'signup')
  const { id } = await makePage(app, ann)
  await admin('data', 'backup', '--to', backup)
  const isUnchanged = async () => {
    const { said } = await admin('data', 'backup', '--to', backup, '--json')
    return (JSON.parse(said) as { newBytes: number }).newBytes === 0
  }
  // The end of the page's work still changes the database.
  await eventually(isUnchanged)
  const sizeOfAll = async () => {
    const entries = await readdir(backup, { recursive: true, withFileTypes: true })
    const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)))
    return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
  }
  const whole = await sizeOfAll()
  await ann.send('DELETE', `/api/microsites/${id}`)
  await admin('data', 'backup', '--to', backup)
  expect(whole - (await sizeOfAll())).toBeGreaterThan(250_000)
})

test('verify reports a damaged backup, restore refuses it, and a partial restore is no data folder', async () => {
  const app = await start('data')
  await makePage(app, await signIn(app, 'signup'))
  await admin('data', 'backup', '--to', backup)
  const objects = await readdir(join(backup, 'objects'), { recursive: true, withFileTypes: true })
  for (const entry of objects.filter((each) => each.isFile())) await appendFile(join(entry.parentPath, entry.name), '!')
  expect(await admin('data', 'verify', backup)).toEqual({ code: 1, said: expect.stringContaining('is damaged') })
  expect(await admin('elsewhere', 'restore', '--from', backup)).toEqual({
    code: 1,
    said: expect.stringContaining('The backup is damaged'),
  })
  const main = spawn(process.execPath, [MAIN], {
    cwd: parent,
    env: { ...PROGRAM_ENV, DATA_DIR: join(parent, 'elsewhere'), PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  main.stderr.on('data', (part: Buffer) => (said += part.toString()))
  await once(main, 'close')
  expect(said).toContain('didn’t finish. Restore again.')
  expect(await admin('data', 'restore', '--from', backup)).toEqual({
    code: 1,
    said: expect.stringContaining('is not empty'),
  })
  expect(await readFile(join(parent, 'data/callfolio.db'))).toBeTruthy()
})
