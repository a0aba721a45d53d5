import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { updateMicrosite } from '../../testing/microsites.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'

const FIRST = `WEBVTT

00:00:01.000 --> 00:00:04.000
Dana: We can ship the first twenty pallets in March.

00:00:05.000 --> 00:00:09.000
Lee: Then I will send you the signed contract on Friday.
`
const SECOND = `Dana Miller   0:01
We can ship the first thirty pallets in April.

Lee Chan   0:05
Then I will send you the signed contract on Friday.
`

let app: RunningApp
let person: Person
let id: string
beforeAll(async () => {
  app = await startApp({ DEFAULT_PLAN: 'pro' })
  await app.services.start(3000)
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
  const { body } = await person.send('POST', '/api/process-meeting', { title: 'Pallets', captions: FIRST })
  id = (body as { job_id: string }).job_id
  await finished()
})

const read = async (): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const finished = () => eventually(async () => ((await read()).status === 'active' ? read() : null))
const ask = (body: unknown) => person.send('POST', `/api/microsites/${id}/transcript`, body)
const change = (values: Partial<MicrositeRow>) => updateMicrosite(app.database, id, values)

test('replaces the old transcript with an added one, and makes the recap from it', async () => {
  expect(await read()).toMatchObject({ transcript_info: { source: 'captions' } })
  const usage = (await person.send('GET', '/api/usage')).body
  const asked = await ask({ source: 'given', text: SECOND })
  expect([asked.status, asked.body], 'its page is not being prepared').toMatchObject([200, { replacing: true }])
  const site = await finished()
  expect(site.replacing).toBeUndefined()
  expect(site.transcript_info).toMatchObject({ source: 'given', notice: null })
  expect(site.segments.map(({ start_ms, speaker, text }) => [start_ms, speaker, text])).toEqual([
    [1000, 'Dana Miller', 'We can ship the first thirty pallets in April.'],
    [5000, 'Lee Chan', 'Then I will send you the signed contract on Friday.'],
  ])
  expect(site.transcript).not.toContain('twenty')
  expect(JSON.stringify([site.gpt_summary, site.gpt_quotes])).not.toContain('twenty')
  expect((await person.send('GET', '/api/usage')).body, 'it counts for no limit').toEqual(usage)
})

test('keeps what the owner wrote, based on the new lines', async () => {
  const [first, second] = (await read()).segments
  const evidence = (line = first) => ({
    start_ms: line?.start_ms,
    end_ms: line?.end_ms,
    segment_ids: [line?.id],
    speaker: line?.speaker,
  })
  const quotes = [
    { text: first?.text, ...evidence(first) },
    { text: second?.text, ...evidence(second) },
  ]
  const edit = {
    summary: 'By hand.',
    quotes,
    todo_list: [{ text: 'Ask for the contract', ...evidence(second) }, 'Call Lee'],
  }
  expect((await person.send('PATCH', `/api/microsites/${id}`, edit)).status).toBe(200)
  await ask({ source: 'given', text: SECOND })
  const site = await finished()
  expect(site).toMatchObject({ title: 'Pallets', summary: 'By hand.' })
  expect(site.quotes).toEqual([
    { text: first?.text, start_ms: 1000, end_ms: 4000, speaker: 'Dana' },
    expect.objectContaining({ text: second?.text, segment_ids: [site.segments[1]?.id] }),
  ])
  expect(site.todo_list).toEqual([
    expect.objectContaining({ text: 'Ask for the contract', segment_ids: ['s2'] }),
    'Call Lee',
  ])
})

test('spreads a text without times over the recording, and says that its timestamps are estimated', async () => {
  await ask({ source: 'given', text: 'Dana: We ship in March, as we said.\nLee: That is good news for us.' })
  const site = await finished()
  expect(site.segments.map(({ speaker }) => speaker)).toEqual(['Dana', 'Lee'])
  expect(site.transcript_info?.notice).toContain('estimated')
})

test('rejects an impossible request with a sentence, and changes nothing', async () => {
  const before = await read()
  for (const body of [
    { source: 'given', text: '  ' },
    { source: 'given', text: '00:00:01.000 --> 00:00:02.000' },
    { source: 'openai' },
    { source: 'sphinx' },
    { source: 'other' },
  ]) {
    expect((await ask(body)).status).toBe(400)
  }
  expect(await read()).toEqual(before)
})

test('does not start a microsite twice that is still being worked on', async () => {
  await change({ status: 'transcript_ready' })
  expect((await ask({ source: 'given', text: SECOND })).status).toBe(409)
})

test('makes a failed microsite from an added transcript, and discards what it had of another one', async () => {
  const repo = createMicrositesRepo(app.database)
  await change({ status: 'transcript_ready' })
  await repo.fail(id, { code: 'ai_key_refused', message: 'The AI server refused the key.' }, new Date())
  expect((await ask({ source: 'given', text: SECOND })).body).toMatchObject({
    status: 'processing',
    error_message: null,
    segments: [],
  })
  const site = await finished()
  expect(site).toMatchObject({ error_message: null, failure: null, transcript_info: { source: 'given' } })
  expect(site.segments[0]?.text).toContain('thirty')
})

test('keeps a page whose new transcript fails unchanged, with the reason and with its links open', async () => {
  const { body } = await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
  const token = (body as { share_url: string }).share_url.split('/').at(-1)
  const opens = async () => (await app.visitor('POST', '/api/get-shared-microsite', { token })).status
  const before = await read()
  await change({ status: 'processing', replacing: true })
  expect(await opens()).toBe(200)
  await createMicrositesRepo(app.database).fail(
    id,
    { code: 'engine_stopped', message: 'The engine failed.' },
    new Date(),
  )
  expect(await opens()).toBe(200)
  const { updated_at: _, error_message: problem, failure, ...after } = await read()
  expect(before).toMatchObject(after)
  expect(problem).toBe('The engine failed.')
  expect(failure).toEqual({ code: 'engine_stopped', retryable: true })
})

test('runs diarization again on a stored transcript whose speakers came from diarization', async () => {
  const rejected = await ask({ source: 'speakers', count: 2 })
  expect(rejected).toMatchObject({
    status: 400,
    body: { error: { message: 'This microsite has no recording to transcribe.' } },
  })
  await change({ videoUrl: `${person.userId}/meetings/${person.userId}/1.mp4` })
  expect(await ask({ source: 'speakers', count: 2 })).toMatchObject({
    status: 400,
    body: { error: { message: 'This transcript’s speakers weren’t detected by voice.' } },
  })
  expect((await ask({ source: 'speakers', count: 9 })).status, 'nine voices can’t be separated').toBe(400)

  await change({
    transcriptInfo: {
      source: 'sphinx',
      draft: true,
      language: 'en',
      notice: null,
      speakers: { from: 'voices', found: 3, asked: null },
    },
  })
  const requested = async () => {
    const site = await createMicrositesRepo(app.database).findForProcessing(id)
    return site?.transcriptRequest
  }
  expect((await ask({ source: 'speakers', count: 2 })).status).toBe(200)
  expect(await requested()).toMatchObject({ source: 'speakers', count: 2, after: null })
  expect(await finished(), 'there is no file: the page is as it was').toMatchObject({
    error_message: expect.any(String) as string,
    failure: { code: 'no_audio', retryable: true },
  })
  await ask({ source: 'speakers', count: null })
  expect(await requested(), 'one that failed made nothing').toMatchObject({ count: null, after: null })
  await finished()
  await change({ errorMessage: null, transcriptRequest: { id: 'made', source: 'sphinx' } })
  await ask({ source: 'speakers', count: 3 })
  expect(await requested()).toMatchObject({ count: 3, after: 'made' })
  await finished()
})
