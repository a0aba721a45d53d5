import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/database.ts'
import { createSqlQueue, LEASE_MS } from '../jobs/sql-queue.ts'
import type { Queue } from '../jobs/queue.ts'
import { derivedFolder } from '../storage/keys.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const MINUTE = 60_000
const source = (path: string) => new URL(`../${path}`, import.meta.url).href

/** A worker with a transcript in its work folder that is killed while storing one. */
const KILLED = `
  import { mkdirSync, readdirSync } from 'node:fs'
  import { writeFile } from 'node:fs/promises'
  import { createPipeline } from '${source('pipeline/pipeline.ts')}'
  import { createDiskStorage } from '${source('storage/disk.ts')}'
  const { folder, id, derived } = JSON.parse(process.argv[1])
  const scratch = folder + '/uservideos/.scratch'
  mkdirSync(scratch, { recursive: true })
  const before = readdirSync(scratch).length
  const storage = createDiskStorage({ root: folder + '/uservideos' })
  const run = async ({ workFolder, parts }) => {
    await writeFile(workFolder + '/speech.txt', 'what was said')
    setInterval(() => readdirSync(scratch).length > before && process.kill(process.pid, 'SIGKILL'), 1)
    await parts.storage.write(derived + 'stages/transcribe.json', Buffer.alloc(16 * 1024 * 1024, 'what was said '))
  }
  const sink = { progress: async () => {} }
  await createPipeline({ storage, clock: () => new Date(), tempDir: folder + '/work' }, [[{ name: 'probe', step: 1, weight: 1, run }]])
    .process({ id, folder: derived, rerun: null }, sink, { signal: new AbortController().signal })`

/** Kills a process in the middle of processing a microsite. */
async function killWorker(folder: string, userId: string, id: string): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', KILLED, JSON.stringify({ folder, id, derived: derivedFolder(userId, id) })],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

const inFolder = (path: string) => readdir(path).catch(() => [])
/** Counts work folders and unfinished files. */
const leftovers = async (folder: string) => [
  (await inFolder(join(folder, 'work'))).length,
  (await inFolder(join(folder, 'uservideos/.scratch'))).length,
]

/** Ages every file there by that long. */
async function age(folder: string, ms: number): Promise<void> {
  const time = new Date(Date.now() - ms)
  for (const place of ['work', 'uservideos/.scratch'])
    for (const name of await inFolder(join(folder, place))) await utimes(join(folder, place, name), time, time)
}

describe.each(BOTH_DATABASES)('leftovers of a killed process on %s', (_, _open, settings) => {
  let app: RunningApp
  let person: Person
  let id: string
  beforeEach(async () => {
    app = await startApp(await settings())
    person = await app.signUp()
    const { body } = await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
    id = (body as { job_id: string }).job_id
    await killWorker(app.folder, person.userId, id)
    expect(await leftovers(app.folder)).toEqual([1, 1])
  })
  afterEach(() => app.close())

  test('are deleted with their microsite, and others keep theirs', async () => {
    const other = randomUUID()
    await killWorker(app.folder, person.userId, other)
    await age(app.folder, 2 * MINUTE)
    expect((await person.send('DELETE', `/api/microsites/${id}`)).status).toBe(200)
    expect(await leftovers(app.folder)).toEqual([1, 1])
    expect(await inFolder(join(app.folder, 'work'))).toEqual([expect.stringContaining(other)])
  })

  test('are deleted with their account', async () => {
    await killWorker(app.folder, randomUUID(), randomUUID())
    // Left by a microsite deleted earlier.
    await killWorker(app.folder, person.userId, id.replace(/^./, 'x'))
    await age(app.folder, 2 * MINUTE)
    await app.services.admin.deleteUser(person.userId)
    expect((await leftovers(app.folder))[1], 'a stranger’s stays').toBe(1)
    expect(await inFolder(join(app.folder, 'uservideos/.scratch'))).not.toContainEqual(
      expect.stringContaining(person.userId),
    )
  })

  test('are deleted when the server starts', async () => {
    await age(app.folder, 2 * 60 * MINUTE)
    const left = [
      ...(await inFolder(join(app.folder, 'work'))),
      ...(await inFolder(join(app.folder, 'uservideos/.scratch'))),
    ]
    await app.services.start(0)
    const found = [
      ...(await inFolder(join(app.folder, 'work'))),
      ...(await inFolder(join(app.folder, 'uservideos/.scratch'))),
    ]
    expect(found.filter((name) => left.includes(name))).toEqual([])
  })
})

/** Deletes a microsite or an account, and is killed once the first file is gone. */
const KILLED_DELETION = `
  import { readdirSync } from 'node:fs'
  import { createLogger } from '${source('kernel/logger.ts')}'
  import { parseConfig } from '${source('config/config.ts')}'
  import { createServices } from '${source('services.ts')}'
  import { openDatabase } from '${source('db/database.ts')}'
  import { deleteMicrosite } from '${source('microsites/removal/delete-microsite.ts')}'
  import { createDeletionsRepo } from '${source('microsites/records/deletions-repo.ts')}'
  import { createMicrositesRepo } from '${source('microsites/records/microsites-repo.ts')}'
  import { createDiskStorage } from '${source('storage/disk.ts')}'
  const { folder, settings, userId, id, of } = JSON.parse(process.argv[1])
  const count = () => readdirSync(folder + '/uservideos/' + userId + '/derived/' + id).length
  const before = count()
  const dieSoon = () => setInterval(() => count() < before && process.kill(process.pid, 'SIGKILL'), 0)
  if (of === 'account') {
    const { admin } = await createServices(parseConfig({ DATA_DIR: folder, ...settings }), createLogger('silent'))
    dieSoon()
    await admin.deleteUser(userId)
  } else {
    const db = await openDatabase(settings.DATABASE_URL ?? folder + '/callfolio.db')
    const microsites = createMicrositesRepo(db)
    const storage = createDiskStorage({ root: folder + '/uservideos' })
    const removeUpload = (key) => storage.remove(key)
    const deps = { microsites, deletions: createDeletionsRepo(db), storage, removeUpload, clock: () => new Date(), queue: { remove: async () => {} }, removeLeftovers: async () => {}, removeMailsAbout: async () => {}, eraseSoon: () => {} }
    const site = await microsites.findOwned(userId, id)
    dieSoon()
    await deleteMicrosite(deps, site)
  }`

describe.each(
  BOTH_DATABASES.flatMap(([name, , settings]) => ['microsite', 'account'].map((of) => [of, name, settings] as const)),
)('the deletion of a %s interrupted by kill -9, on %s', (of, _, getSettings) => {
  test('shows no half-deleted items, and finishes the deletion at the next start', async () => {
    const settings = await getSettings()
    const app = await startApp(settings)
    try {
      const person = await app.signUp()
      const { body } = await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
      const { job_id: id } = body as { job_id: string }
      const files = join(app.folder, 'uservideos', derivedFolder(person.userId, id))
      await mkdir(files, { recursive: true })
      await Promise.all(Array.from({ length: 3000 }, (_, number) => writeFile(join(files, `part-${number}`), 'said')))
      const child = spawn(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          KILLED_DELETION,
          JSON.stringify({ folder: app.folder, settings, userId: person.userId, id, of }),
        ],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      )
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      const left = (await readdir(files)).length
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThan(3001)
      const { microsites, users } = app.database.schema
      expect(await app.database.$count(microsites), 'the page is not shown without its files').toBe(0)

      await app.services.start(0)
      expect(await readdir(files).catch(() => [])).toEqual([])
      expect(await app.database.$count(users)).toBe(of === 'account' ? 0 : 1)
    } finally {
      await app.close()
    }
  })
})

describe.each(BOTH_DATABASES)('the hourly sweep on %s', (_name, open) => {
  let db: Database
  let folder: string
  let queue: Queue
  let now: Date
  const clock = () => now
  const sweep = () =>
    sweepLeftovers({
      tempDir: join(folder, 'work'),
      storage: createDiskStorage({
        root: join(folder, 'uservideos'),
        links: createLinkSigner({ secretKey: 's'.repeat(32), clock }),
      }),
      queue,
      clock,
    })

  beforeAll(async () => {
    db = await open()
  })
  afterAll(() => db.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sweep-'))
    now = new Date()
    queue = createSqlQueue({ db, clock })
    await db.delete(db.schema.jobs)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test("keeps a running job's files, and removes them an hour after its process was killed", async () => {
    const id = randomUUID()
    await queue.enqueue({ id, kind: 'microsite' })
    const job = await queue.claim()
    await killWorker(folder, randomUUID(), id)
    expect(await sweep()).toBe(0)
    now = new Date(now.getTime() + LEASE_MS - 1)
    expect(await queue.renew(job ?? expect.unreachable())).toBe(true)
    now = new Date(now.getTime() + LEASE_MS)
    expect(await sweep(), 'its lease was renewed').toBe(0)
    now = new Date(now.getTime() + 1)
    expect(await sweep(), 'its lease is over').toBe(1)
    expect(await leftovers(folder), 'a file may still be written by others').toEqual([0, 1])
    now = new Date(now.getTime() + 61 * MINUTE)
    expect(await sweep()).toBe(1)
    expect(await leftovers(folder)).toEqual([0, 0])
  })

  test("leaves folders that don't belong to the pipeline", async () => {
    await mkdir(join(folder, 'work/something else'), { recursive: true })
    expect(await sweep()).toBe(0)
    expect(await inFolder(join(folder, 'work'))).toEqual(['something else'])
  })

  test('finds nothing in a new installation', async () => {
    expect(await sweep()).toBe(0)
  })
})
