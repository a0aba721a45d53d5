import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { QuotaApproved } from '../../billing/approve-microsite.ts'
import type { Database } from '../../db/database.ts'
import { createSqlQueue } from '../../jobs/sql-queue.ts'
import { createMemoryRateLimiter } from '../../limits/rate-limiter-memory.ts'
import { createDiskStorage } from '../../storage/disk.ts'
import { createLinkSigner } from '../../storage/signed-links.ts'
import type { Storage } from '../../storage/storage.ts'
import { startApi, type Api, type Person } from '../../testing/api-server.ts'
import { DATABASES } from '../../testing/databases.ts'
import { createDeletionsRepo } from '../records/deletions-repo.ts'
import { createMicrositesRepo, type MicrositesRepo } from '../records/microsites-repo.ts'
import { createOwnerNamesRepo } from '../redaction/owner-names-repo.ts'
import { processingRoutes } from '../processing-routes.ts'
import { createTaskRunner, type TaskRunner } from '../../tasks/task-runner.ts'

/** The clock does not move, as with requests within one millisecond. */
const NOW = new Date('2026-11-21T10:00:00.000Z')
const clock = () => NOW

describe.each(DATABASES)('the sample call on %s', (_name, open) => {
  let db: Database
  let api: Api
  let folder: string
  let microsites: MicrositesRepo
  let storage: Storage
  let person: NonNullable<Person>
  let tasks: TaskRunner

  beforeAll(async () => {
    db = await open()
    folder = await mkdtemp(join(tmpdir(), 'sample-call-'))
    microsites = createMicrositesRepo(db)
    storage = createDiskStorage({ root: folder, links: createLinkSigner({ secretKey: 's'.repeat(32), clock }) })
    tasks = createTaskRunner({ maxWorkers: 1 })
    const approve = async (userId: string) => ({ userId, period: '2026-11', limit: 3 }) as QuotaApproved
    api = await startApi(db, (authenticate) => [
      processingRoutes({
        microsites,
        storage,
        tasks,
        readWorkFacts: async () => new Map(),
        queue: createSqlQueue({ db, clock }),
        limiter: createMemoryRateLimiter(),
        approve,
        clock,
        authenticate,
        origin: () => 'https://calls.example',
        canTranscribe: async () => true,
        canAnalyse: async () => true,
        modelUnderWay: async () => false,
        timeZone: async () => 'UTC',
        completeUpload: async () => ({ filename: null }),
        deletions: createDeletionsRepo(db),
        ownerNames: createOwnerNamesRepo(db),
        removeUpload: async () => {},
        removeLeftovers: async () => {},
        removeMailsAbout: async () => {},
        eraseSoon: () => {},
      }),
    ])
  })
  afterAll(async () => {
    await tasks.close()
    await api.close()
    await db.close()
    await rm(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    person = await api.signUp()
  })

  const start = () => api.request('POST', '/api/sample-call', { as: person })
  const retry = (id: string) => api.request('POST', `/api/microsites/${id}/retry`, { as: person })
  async function started(): Promise<string> {
    const { status, body } = await start()
    expect(status).toBe(200)
    return (body as { job_id: string }).job_id
  }
  const samples = () =>
    db
      .select({ id: db.schema.microsites.id })
      .from(db.schema.microsites)
      .where(eq(db.schema.microsites.userId, person.userId))

  test('makes one microsite for eight concurrent requests, and returns it to all', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, start))
    const made = await samples()
    expect(made).toHaveLength(1)
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 8 }, () => [200, { job_id: made[0]?.id }]),
    )
    const stored = await storage.list(`${person.userId}/`)
    expect(
      stored.map(({ key }) => key.slice(key.lastIndexOf('.'))),
      'what the others stored is gone',
    ).toEqual(['.txt', '.mp4'])
    const site = await microsites.findForProcessing(made[0]?.id ?? '')
    expect(await storage.stat(site?.sourceKey ?? ''), 'its recording is there').not.toBeNull()
    expect(await db.$count(db.schema.jobs, eq(db.schema.jobs.id, made[0]?.id ?? ''))).toBe(1)
  })

  test('allows one for every user', async () => {
    const first = await started()
    person = await api.signUp()
    expect(await started()).not.toBe(first)
  })

  test('makes another one after a failure, and rejects a retry of the failed one with a sentence', async () => {
    const failed = await started()
    await microsites.fail(failed, { code: 'incomplete_file', message: 'The file is damaged.' }, NOW)
    const second = await started()
    expect(second).not.toBe(failed)
    expect(await retry(failed)).toMatchObject({
      status: 409,
      body: { error: { code: 'conflict', message: 'You already have a sample call.' } },
    })
    expect(await microsites.findForProcessing(failed)).toMatchObject({ status: 'failed' })
    await microsites.fail(second, { code: 'incomplete_file', message: 'The file is damaged.' }, NOW)
    expect(await retry(failed)).toMatchObject({ status: 200 })
  })

  test('limits how often a user may ask for it', async () => {
    const statuses: number[] = []
    for (let asked = 0; asked < 21; asked++) statuses.push((await start()).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    person = await api.signUp()
    expect((await start()).status, 'others are not kept waiting').toBe(200)
  })
})
