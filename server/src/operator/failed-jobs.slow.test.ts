import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failedJobsSchema } from '@callfolio/shared/contract/failed-jobs.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { createMicrositesRepo } from '../microsites/records/microsites-repo.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { BOTH_DATABASES } from '../testing/databases.ts'
import { createPostgres } from '../testing/postgres.ts'

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:02.000\nDana: The budget is a secret.\n'

describe.each(BOTH_DATABASES)('failed jobs, on %s,', (name) => {
  let app: RunningApp
  let db: Database
  let operator: Person
  let owner: Person
  beforeEach(async () => {
    const url = name === 'postgres' ? await createPostgres({ migrated: true }) : null
    app = await startApp(url === null ? {} : { DATABASE_URL: url })
    db = await openDatabase(url ?? join(app.folder, 'callfolio.db'))
    operator = await app.signUp()
    owner = await app.signUp({ full_name: 'Olga Owner' })
  })
  afterEach(async () => {
    await db.close()
    await app.close()
  })

  const list = async () => failedJobsSchema.parse((await operator.send('GET', '/api/failed-jobs')).body)
  const retry = (id: string, kind: string) => operator.send('POST', '/api/failed-jobs/retry', { id, kind })
  const create = async () => {
    const { body } = await owner.send('POST', '/api/process-meeting', { captions: CAPTIONS, title: 'Confidential' })
    return (body as { job_id: string }).job_id
  }
  const failed = async (status: 'failed' | 'active' = 'failed') => {
    const id = await create()
    const { microsites, jobs } = db.schema
    const failure = { code: 'unreadable_video', message: 'The file is damaged.' } as const
    if (status === 'failed') await createMicrositesRepo(db).fail(id, failure, new Date())
    else await db.update(microsites).set({ status }).where(eq(microsites.id, id))
    await db.update(jobs).set({ status: 'failed', attempt: 5, error: 'The file is damaged.' }).where(eq(jobs.id, id))
    return id
  }
  const addMail = (index: number) =>
    db.insert(db.schema.jobs).values({
      id: `mail:${index}`,
      kind: 'event.mail',
      status: 'failed',
      error: 'The mail server refused it.',
      runAt: new Date(index),
      createdAt: new Date(index),
    })

  test('are listed for the operator with their reason, and without data of users or calls', async () => {
    const id = await failed()
    expect(await list()).toEqual({
      jobs: [{ id, kind: 'microsite', attempts: 5, tried_at: null, reason: 'The file is damaged.' }],
      total: 1,
    })
    const { body } = await operator.send('GET', '/api/failed-jobs')
    for (const secret of ['Confidential', 'budget', 'Olga', owner.userId, 'example.org'])
      expect(JSON.stringify(body)).not.toContain(secret)
  })

  test('are retried once when the operator asks', async () => {
    const id = await failed()
    expect(await retry(id, 'event.mail')).toMatchObject({ status: 404 })
    expect(await retry(id, 'microsite')).toEqual({ status: 200, body: { retried: true } })
    expect(await list()).toEqual({ jobs: [], total: 0 })
    expect((await owner.send('GET', `/api/microsites/${id}`)).body).toMatchObject({ status: 'processing' })
    expect(await retry(id, 'microsite')).toMatchObject({
      status: 404,
      body: { error: { message: 'This job was already retried or no longer exists.' } },
    })
  })

  test("are not retried if the page is complete without them, or if the owner's plan has no space", async () => {
    const id = await failed('active')
    expect(await retry(id, 'microsite')).toEqual({ status: 200, body: { retried: false } })
    expect((await list()).total).toBe(1)
    const other = await failed()
    await create()
    await create()
    expect(await retry(other, 'microsite')).toMatchObject({
      status: 409,
      body: {
        error: { message: expect.stringContaining('The microsite’s owner would get this error: “You') as unknown },
      },
    })
    expect((await list()).total).toBe(2)
  })

  test('are listed a hundred at a time, newest first, with the total count', async () => {
    for (let index = 1; index <= 101; index += 1) await addMail(index)
    const { jobs, total } = await list()
    expect([jobs.length, total]).toEqual([100, 101])
    expect([jobs[0]?.id, jobs.at(-1)?.id]).toEqual(['mail:101', 'mail:2'])
    expect(await retry('mail:1', 'event.mail'), 'also one that is not on the page').toMatchObject({ status: 200 })
    expect((await list()).total).toBe(100)
  })
})
