import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { asksForVerdicts, startFakeOpenAi, type FakeOpenAi } from '../../../../e2e/fakes/openai.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { createMicrositesRepo } from '../records/microsites-repo.ts'

const CAPTIONS = `WEBVTT

00:00:01.000 --> 00:00:04.000
Dana: Wir liefern die ersten zwanzig Paletten im März.

00:00:05.000 --> 00:00:09.000
Lee: Dann schicke ich Ihnen am Freitag den unterschriebenen Vertrag.
`

let app: RunningApp
let fake: FakeOpenAi
let person: Person
let id: string
beforeAll(async () => {
  fake = await startFakeOpenAi({
    write: (call) =>
      asksForVerdicts(call)
        ? { verdicts: [{ claim: 'C1', verdict: 'holds' }] }
        : {
            title: 'Dana und Lee: Lieferung',
            summary: [{ part: 'agreed', text: 'Dana liefert die ersten zwanzig Paletten im März.', lines: ['L1'] }],
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
  person = await app.signUp()
})
afterEach(() => eventually(async () => (await createMicrositesRepo(app.database).findWorking(id)) === null))

const read = async (): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const finished = () =>
  eventually(async () =>
    ((site) => (site.status === 'active' && site.analysing === undefined ? site : null))(await read()),
  )
const correct = (language: string) => person.send('POST', `/api/microsites/${id}/language`, { language })
/** The languages that the AI server was asked to write in since a request. */
const writtenIn = (from: number) =>
  fake.chats.slice(from).flatMap(({ messages }) => /Write in ([\w ]+),/.exec(String(messages[0]?.content))?.[1] ?? [])

async function make(body: { captions?: string; recap_language?: string } = {}): Promise<Microsite> {
  const reply = await person.send('POST', '/api/process-meeting', { captions: CAPTIONS, ...body })
  id = (reply.body as { job_id: string }).job_id
  return finished()
}

test('corrects the language of a call with captions without a new transcript, and uses it for later ones', async () => {
  fake.failNext({ refusal: 'I would rather not.' })
  const before = await make()
  expect([before.transcript_info?.language, before.engines?.analyst]).toEqual(['de', 'extractive'])
  const asked = fake.chats.length
  const { status, body } = await correct('nl')
  expect(status).toBe(200)
  const after = micrositeSchema.parse(body)
  expect(after).toEqual({
    ...before,
    updated_at: after.updated_at,
    transcript_info: { ...before.transcript_info, language: 'nl' },
  })
  expect(fake.chats.length, 'a recap that no model wrote is not made again').toBe(asked)

  await person.send('POST', `/api/microsites/${id}/transcript`, { source: 'given', text: CAPTIONS })
  expect((await finished()).transcript_info).toMatchObject({ source: 'given', language: 'nl' })
})

test('rewrites a model’s recap in the corrected language, and keeps the owner’s text', async () => {
  await make()
  await person.send('PATCH', `/api/microsites/${id}`, { title: 'Mine', summary: 'By hand.' })
  const asked = fake.chats.length
  expect(micrositeSchema.parse((await correct('nl')).body), 'the page stays in use').toMatchObject({
    status: 'active',
    analysing: 'openai',
    summary: 'By hand.',
    transcript_info: { source: 'captions', language: 'nl' },
  })
  expect((await correct('de')).status, 'while it is written').toBe(409)
  expect(await finished()).toMatchObject({
    title: 'Mine',
    summary: 'By hand.',
    gpt_summary: 'Dana liefert die ersten zwanzig Paletten im März.',
    transcript_info: { source: 'captions', language: 'nl' },
    engines: { analyst: 'openai' },
  })
  expect(writtenIn(asked)).toEqual(['Dutch'])
  const { length } = fake.chats
  await correct('nl')
  expect((await read()).analysing, 'what is right already changes nothing').toBeUndefined()
  expect(fake.chats.length).toBe(length)
})

test('keeps a recap whose language was chosen', async () => {
  await make({ recap_language: 'fr' })
  const { length } = fake.chats
  expect(micrositeSchema.parse((await correct('nl')).body)).toMatchObject({ transcript_info: { language: 'nl' } })
  expect((await read()).analysing).toBeUndefined()
  expect(fake.chats.length).toBe(length)
})

test('rejects an invalid language, and a call without words, with a sentence', async () => {
  await make()
  expect((await correct('German!')).status).toBe(400)
  await make({ captions: 'WEBVTT\n' })
  expect(await correct('nl')).toMatchObject({
    status: 400,
    body: { error: { message: 'This microsite has no transcript, so it has no language to correct.' } },
  })
})
