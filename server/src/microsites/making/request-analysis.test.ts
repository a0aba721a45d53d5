import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { asksForVerdicts, startFakeOpenAi, type Fault, type FakeOpenAi } from '../../../../e2e/fakes/openai.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { createSqlQueue } from '../../jobs/sql-queue.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'
import { enqueueWork, MICROSITE_JOB } from '../work/job-kinds.ts'

const CAPTIONS = `WEBVTT

NOTE Recorded 2026-03-05

00:00:01.000 --> 00:00:04.000
Dana: We can ship the first twenty pallets in March.

00:00:05.000 --> 00:00:09.000
Lee: Then I will send you the signed contract on Friday.
`
const REFUSED: Fault = { refusal: 'I would rather not.' }
const REFUSED_NOTICE = 'The AI server declined to analyze this call, so the built-in engine wrote this recap.'

let app: RunningApp
let fake: FakeOpenAi
let person: Person
let id: string
/** The review's verdict on every claim. */
let verdict: 'holds' | 'taken_back'
beforeAll(async () => {
  fake = await startFakeOpenAi({
    write: (call) =>
      asksForVerdicts(call)
        ? { verdicts: [{ claim: 'C1', verdict }] }
        : {
            title: 'Dana and Lee: delivery',
            summary: [{ part: 'agreed', text: 'Dana can ship the first twenty pallets in March.', lines: ['L1'] }],
          },
  })
  app = await startApp({
    DEFAULT_PLAN: 'free',
    ANALYST: 'openai',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.baseUrl,
  })
  await app.services.start(3000)
})
afterAll(async () => {
  await app.close()
  await fake.close()
})
beforeEach(async () => {
  verdict = 'holds'
  person = await app.signUp({ time_zone: 'Asia/Tokyo' })
})
afterEach(() => eventually(async () => (await createMicrositesRepo(app.database).findWorking(id)) === null))

const read = async (): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const finished = () =>
  eventually(async () =>
    ((site) => (site.status === 'active' && site.analysing === undefined ? site : null))(await read()),
  )
const again = (body?: unknown) => person.send('POST', `/api/microsites/${id}/analyse`, body)

/** Makes a page while the AI server fails like this. */
async function make(...faults: Fault[]): Promise<Microsite> {
  fake.failNext(...faults)
  const body = { captions: CAPTIONS, participants: ['Dana Reyes', 'Leo Brandt'] }
  id = ((await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }).job_id
  return finished()
}

test('makes a page on this server when its AI server fails, and says so', async () => {
  expect(await make(REFUSED)).toMatchObject({
    status: 'active',
    error_message: null,
    engines: { transcriber: 'captions', analyst: 'extractive' },
    analysis_notice: REFUSED_NOTICE,
    analysis_use: null,
  })
})

test('sends the AI server the day of the call and the speakers', async () => {
  const before = fake.chats.length
  expect(await make()).toMatchObject({
    engines: { analyst: 'openai' },
    analysis_notice: null,
    title: 'Dana and Lee: delivery',
  })
  expect(fake.chats.length).toBe(before + 2)
  for (const { messages } of fake.chats.slice(before))
    expect(messages[1]?.content).toContain('"date":"Thursday, 2026-03-05","participants":["Dana","Lee"]')
})

test('keeps a claim that the review finds retracted in its place, hidden from recipients', async () => {
  verdict = 'taken_back'
  const site = await make()
  expect(site.summary_evidence).toMatchObject([
    {
      text: 'Dana can ship the first twenty pallets in March.',
      unconfirmed: true,
      doubt: { reason: 'second_reading', detail: null },
    },
  ])
})

test('replaces the recap without the notice, and counts toward no limit', async () => {
  await make(REFUSED)
  const usage = (await person.send('GET', '/api/usage')).body
  const { status, body } = await again()
  expect(status).toBe(200)
  expect(micrositeSchema.parse(body), 'the page stays in use').toMatchObject({
    status: 'active',
    analysing: 'openai',
    engines: { analyst: 'extractive' },
  })
  expect(await finished()).toMatchObject({
    engines: { transcriber: 'captions', analyst: 'openai' },
    analysis_notice: null,
    gpt_summary: 'Dana can ship the first twenty pallets in March.',
    analysis_use: { requests: 2 },
  })
  expect((await person.send('GET', '/api/usage')).body).toEqual(usage)
})

test('keeps what the owner wrote and corrected, and makes the new recap from the corrected lines', async () => {
  await make(REFUSED)
  await person.send('PATCH', `/api/microsites/${id}`, {
    title: 'Mine',
    summary: 'By hand.',
    todo_list: ['Call Lee'],
    rename_speaker: { from: 'Dana', to: 'Dana Reyes' },
  })
  await again({ analyst: 'openai' })
  expect(await finished()).toMatchObject({
    title: 'Mine',
    summary: 'By hand.',
    todo_list: ['Call Lee'],
    gpt_summary: 'Dana can ship the first twenty pallets in March.',
  })
  expect(fake.chats.at(-1)?.messages[1]?.content).toContain(
    '"participants":["Dana Reyes","Lee"],"also_in_call":["Leo Brandt"]',
  )
})

test('keeps what the owner writes during the analysis', async () => {
  await make(REFUSED)
  fake.failNext({ status: 429, retryAfterMs: 1500 })
  await again()
  await eventually(async () => /^Waiting for the AI server, retrying in \d s$/.test((await read()).step_detail ?? ''))
  await person.send('PATCH', `/api/microsites/${id}`, {
    summary: 'By hand.',
    segments: [{ id: 's1', text: 'We can ship the first thirty pallets in April.' }],
  })
  const site = await finished()
  expect(site).toMatchObject({ summary: 'By hand.', engines: { analyst: 'openai' }, step_detail: null })
  expect(site.transcript).toContain('thirty pallets in April')
})

test('leaves the page unchanged when the analysis fails, with the new reason', async () => {
  const { updated_at: _, analysis_notice: __, ...before } = await make(REFUSED)
  fake.failNext({ status: 401 })
  await again()
  const after = await finished()
  expect(after).toMatchObject({
    ...before,
    analysis_notice: 'The AI server refused the key, so the recap hasn’t changed.',
  })
  fake.failNext({ status: 503, retryAfterMs: 3_600_000 })
  await again()
  expect(await finished(), 'no later try is waited for').toMatchObject({
    ...before,
    analysis_notice: 'The AI server failed (503), so the recap hasn’t changed.',
  })
})

test('refuses another recap or transcript while one is being made', async () => {
  await make(REFUSED)
  fake.failNext({ status: 429, retryAfterMs: 1000 })
  const both = await Promise.all([again(), again()])
  expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
  expect(
    (
      await person.send('POST', `/api/microsites/${id}/transcript`, {
        source: 'given',
        text: 'Dana: We ship in March, as we said.',
      })
    ).status,
  ).toBe(409)
  expect((await person.send('POST', `/api/microsites/${id}/retry`)).body).toMatchObject({ analysing: 'openai' })
  await finished()
  expect((await again()).status).toBe(200)
})

test('resumes a recap in progress when the server starts', async () => {
  await make(REFUSED)
  const repo = createMicrositesRepo(app.database)
  fake.failNext({ status: 429, retryAfterMs: 1000 })
  await again()
  expect(await repo.findWorking(id)).toMatchObject({ id })
  await finished()
  expect(await repo.findWorking(id)).toBeNull()
})

test('makes a recap that was requested while the previous job was still queued', async () => {
  await make(REFUSED)
  const { jobs } = app.database.schema
  const queue = createSqlQueue({ db: app.database, clock: systemClock })
  const end = (status: 'running' | 'done') =>
    app.database
      .update(jobs)
      .set({ status, leaseUntil: new Date(Date.now() + 3_600_000), leaseToken: 'held' })
      .where(eq(jobs.id, id))
  await end('running')
  await again()
  expect(await queue.claim({ kinds: [MICROSITE_JOB] })).toBeNull()
  await end('done')
  await enqueueWork({ microsites: createMicrositesRepo(app.database), queue, storage: { stat: async () => null } }, id)
  expect(await finished()).toMatchObject({ engines: { analyst: 'openai' } })
})

test('accepts requests only from the owner, for a finished page and an available analyst', async () => {
  await make(REFUSED)
  const other = await app.signUp()
  expect((await other.send('POST', `/api/microsites/${id}/analyse`)).status).toBe(404)
  expect((await app.visitor('POST', `/api/microsites/${id}/analyse`)).status).toBe(401)
  expect((await again({ analyst: 'oracle' })).status).toBe(400)
  const offline = await startApp()
  try {
    const owner = await offline.signUp()
    const { job_id } = (await owner.send('POST', '/api/process-meeting', { captions: CAPTIONS })).body as {
      job_id: string
    }
    expect(await owner.send('POST', `/api/microsites/${job_id}/analyse`)).toMatchObject({
      status: 400,
      body: { error: { message: 'This recap engine isn’t set up on this server.' } },
    })
    expect(
      (await owner.send('POST', `/api/microsites/${job_id}/analyse`, { analyst: 'extractive' })).status,
      'it is still being made',
    ).toBe(409)
  } finally {
    await offline.close()
  }
})

test('restores the recap of this server', async () => {
  await make()
  expect((await again({ analyst: 'extractive' })).status).toBe(200)
  expect(await finished()).toMatchObject({
    engines: { analyst: 'extractive' },
    analysis_notice: null,
    analysis_use: null,
  })
})
