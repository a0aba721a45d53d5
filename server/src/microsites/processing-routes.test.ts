import { randomUUID } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { micrositeListSchema, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import { billingMonth } from '../billing/month.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { updateMicrosite } from '../testing/microsites.ts'
import { createMicrositesRepo } from './records/microsites-repo.ts'

const ZONE = 'Asia/Tokyo'
const LIMIT_REACHED = "You've used 3 of 3 microsites this month."

/** Not started, so what is sent to it stays in processing. */
let app: RunningApp
let person: Person

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp({ time_zone: ZONE })
})

const send = (body: Record<string, unknown>) => person.send('POST', '/api/process-meeting', body)
async function create(body: Record<string, unknown> = { captions: 'WEBVTT' }): Promise<string> {
  const { status, body: reply } = await send(body)
  expect(status).toBe(200)
  return (reply as { job_id: string }).job_id
}
const read = async (id: string) => micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const usage = async () => (await person.send('GET', '/api/usage')).body

const change = (id: string, values: Partial<MicrositeRow>) => updateMicrosite(app.database, id, values)

/** A complete upload of the user. @returns its storage path. */
async function addUpload(filename: string): Promise<string> {
  const key = `${person.userId}/meetings/${person.userId}/${randomUUID()}.mp4`
  await mkdir(dirname(join(app.folder, 'uservideos', key)), { recursive: true })
  await writeFile(join(app.folder, 'uservideos', key), 'a recording')
  await app.database
    .insert(app.database.schema.uploads)
    .values({ key, userId: person.userId, filename, completedAt: new Date() })
  return key
}

test('uses the file name as the title by default, and the usual title without a file', async () => {
  expect(await read(await create({ video_url: await addUpload('Acme discovery.mp4'), title: ' ' }))).toMatchObject({
    title: 'Acme discovery',
    description: null,
  })
  expect(
    await read(await create({ video_url: await addUpload('x.mp4'), title: ' Kick-off ', description: 'First' })),
  ).toMatchObject({ title: 'Kick-off', description: 'First' })
  expect((await read(await create())).title).toBe('Untitled Microsite')
})

test('removes what recorders add to a file name from the title', async () => {
  const file = 'Weekly sync-20261123_140512-Meeting Recording.mp4'
  expect((await read(await create({ video_url: await addUpload(file) }))).title).toBe('Weekly sync')
})

test('keeps a title with its source, and accepts only a user’s or the meeting’s', async () => {
  const microsites = createMicrositesRepo(app.database)
  const getSource = async (body: Record<string, unknown>) =>
    (await microsites.findOwned(person.userId, await create(body)))?.titleSource
  expect(await getSource({ captions: 'WEBVTT', title: 'Mine' })).toBe('typed')
  expect(await getSource({ captions: 'WEBVTT', title: 'Weekly sync', title_source: 'meeting' })).toBe('meeting')
  expect(await getSource({ captions: 'WEBVTT', title: ' ', title_source: 'meeting' })).toBe('file')
  expect((await send({ captions: 'WEBVTT', title: 'x', title_source: 'recap' })).status).toBe(400)
})

test('stores with a recording when its recorder confirmed the reminder to tell everyone', async () => {
  const consent = { at: '2026-11-20T09:30:00.000Z' }
  expect((await read(await create({ captions: 'WEBVTT', consent }))).consent).toEqual(consent)
  expect((await read(await create())).consent).toBeNull()
  expect((await send({ captions: 'WEBVTT', consent: { at: 'yesterday' } })).status).toBe(400)
})

test('turns the recorder’s marks into chapters, in order and each once', async () => {
  const { chapters } = await read(await create({ captions: 'WEBVTT', marks: [61_000, 5000, 61_000] }))
  expect(chapters).toEqual([
    { text: 'Mark 1', start_ms: 5000 },
    { text: 'Mark 2', start_ms: 61_000 },
  ])
  expect((await read(await create())).chapters).toBeNull()
  expect((await send({ captions: 'WEBVTT', marks: [-1] })).status).toBe(400)
  expect((await send({ captions: 'WEBVTT', marks: Array.from({ length: 201 }, (_, i) => i) })).status).toBe(400)
})

test('stores who was in the call, each once, and refuses more or longer names than the limits', async () => {
  const participants = [' Dana Whitfield ', 'Leo Brandt', 'Dana Whitfield']
  const id = await create({ captions: 'WEBVTT', participants })
  expect((await read(id)).participants).toEqual(['Dana Whitfield', 'Leo Brandt'])
  expect((await read(await create())).participants).toBeNull()
  const people = (count: number, length: number) => Array.from({ length: count }, (_, i) => `${i}`.padEnd(length, 'n'))
  expect((await send({ captions: 'WEBVTT', participants: people(50, 100) })).status).toBe(200)
  for (const refused of [people(51, 4), people(1, 101), [' '], 'Dana'])
    expect((await send({ captions: 'WEBVTT', participants: refused })).status).toBe(400)
  await person.send('DELETE', `/api/microsites/${id}`)
  expect(
    await app.database.$count(
      app.database.schema.micrositeDocuments,
      eq(app.database.schema.micrositeDocuments.micrositeId, id),
    ),
  ).toBe(0)
})

test('uses the day of the recording as the day of the call, not that of a much earlier confirmation', async () => {
  const body = {
    captions: 'WEBVTT',
    consent: { at: '2026-01-05T09:30:00.000Z' },
    recorded_at: '2026-11-20T09:30:00.000Z',
  }
  const site = await createMicrositesRepo(app.database).findOwned(person.userId, await create(body))
  if (site === null) throw new Error('it is not there')
  expect(site.callDate).toBe('2026-11-20')
  expect((await send({ captions: 'WEBVTT', recorded_at: 'yesterday' })).status).toBe(400)
})

test('processes a meeting for the caller only, and refuses with a sentence and a code', async () => {
  expect((await send({ captions: 'WEBVTT', user_id: person.userId })).status).toBe(200)
  const other = await app.signUp()
  expect(await send({ captions: 'WEBVTT', user_id: other.userId })).toEqual({
    status: 403,
    body: { error: expect.any(String), code: 'forbidden' },
  })
  expect(await send({})).toEqual({ status: 400, body: { error: expect.any(String), code: 'invalid_request' } })
})

test('limits meetings to 120 an hour, even when each is deleted again', async () => {
  const answered: number[] = []
  for (let sent = 0; sent < 121; sent += 1) {
    const { status, body } = await send({ captions: 'WEBVTT' })
    answered.push(status)
    if (status === 200) await person.send('DELETE', `/api/microsites/${(body as { job_id: string }).job_id}`)
  }
  expect(answered).toEqual([...Array.from({ length: 120 }, () => 200), 429])
  person = await app.signUp()
  expect((await send({ captions: 'WEBVTT' })).status, 'others are not kept waiting').toBe(200)
})

describe('captions without a recording', () => {
  const usageBefore = async () => (await usage()) as { used: number }

  test('are refused with the reason when they are no transcript, and make no microsite', async () => {
    for (const captions of ['We talked about the price.', '{"a": 1}']) {
      expect(await send({ captions })).toEqual({
        status: 422,
        body: {
          error: 'We found no timestamps or speaker names in this file. Choose a transcript.',
          code: 'unreadable_captions',
        },
      })
    }
    const pdf = Buffer.from('%PDF-1.7').toString('base64')
    expect(await send({ captions_base64: pdf })).toMatchObject({ status: 422, body: { code: 'unreadable_captions' } })
    expect((await usageBefore()).used).toBe(0)
    const { body } = await person.send('GET', '/api/microsites')
    expect(micrositeListSchema.parse(body).microsites).toEqual([])
  })

  test('are read from a file in any encoding, and the response says what was understood', async () => {
    const text =
      '1\r\n00:00:01,000 --> 00:00:04,000\r\nJörg Müller: Grüße.\r\n\r\n2\r\n00:00:05,000 --> 00:00:09,000\r\nZoë: Hallo.\r\n'
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\uFEFF${text}`, 'utf16le')])
      expect(await send({ captions_base64: bytes.toString('base64') })).toMatchObject({
        status: 200,
        body: { transcript: { understood: 'SubRip captions, 2 speakers, 9 s', warnings: [] } },
      })
    expect((await send({ captions: text, captions_base64: 'AAAA' })).status).toBe(400)
  })

  test('take title and day from the name of their file, never a meeting code', async () => {
    const made = async (captions_name: string) => {
      const id = await create({ captions: 'WEBVTT', captions_name })
      const site = await createMicrositesRepo(app.database).findOwned(person.userId, id)
      return [site?.title, site?.callDate]
    }
    expect(await made('Northwind <> Callfolio 2026-05-07 10-00-00.vtt')).toEqual([
      'Northwind <> Callfolio',
      '2026-05-07',
    ])
    expect(await made('Meet - abc-defg-hij.vtt')).toEqual(['Untitled Microsite', null])
    const id = await create({ captions: 'WEBVTT', title: 'Meet - abc-defg-hij' })
    expect((await read(id)).title).toBe('Untitled Microsite')
  })
})

describe('the audio tracks of a recording', () => {
  const track = (path: string, who = 'you') => ({ path, who })
  const refused = (code: string) => ({
    status: expect.any(Number) as number,
    body: { error: expect.any(String) as string, code },
  })

  test('are complete uploads of the caller, one for each side, beside a recording', async () => {
    const [video_url, mine] = [await addUpload('call.webm'), await addUpload('microphone.webm')]
    const caller = person
    person = await app.signUp()
    const theirs = await addUpload('microphone.webm')
    person = caller
    expect(await send({ video_url, audio_tracks: [track(theirs)] })).toEqual(refused('not_found'))
    expect(await send({ video_url, audio_tracks: [track('no/such/file')] })).toEqual(refused('not_found'))
    expect(await send({ video_url, audio_tracks: [track(video_url)] })).toEqual(refused('invalid_request'))
    expect(await send({ video_url, audio_tracks: [track(mine), track(await addUpload('tab.webm'))] })).toEqual(
      refused('invalid_request'),
    )
    expect(await send({ captions: 'WEBVTT', audio_tracks: [track(mine)] })).toEqual(refused('invalid_request'))
    expect(
      (await send({ video_url, audio_tracks: [track(mine), track(await addUpload('tab.webm'), 'them')] })).status,
    ).toBe(200)
  })

  test('can’t be another microsite’s recording', async () => {
    const recording = await addUpload('call.webm')
    await create({ video_url: recording })
    expect(await send({ video_url: await addUpload('other.webm'), audio_tracks: [track(recording)] })).toEqual(
      refused('invalid_request'),
    )
  })

  test('are deleted with their microsite, even before processing starts', async () => {
    const [video_url, path] = [await addUpload('call.webm'), await addUpload('microphone.webm')]
    const id = await create({ video_url, audio_tracks: [track(path)] })
    expect(await person.send('DELETE', `/api/microsites/${id}`)).toEqual({
      status: 200,
      body: { removed: { objects: 3, links: 0 } },
    })
    const file = (key: string) =>
      stat(join(app.folder, 'uservideos', key)).then(
        () => true,
        () => false,
      )
    expect([await file(video_url), await file(path)]).toEqual([false, false])
    expect(await app.database.$count(app.database.schema.uploads, eq(app.database.schema.uploads.key, path))).toBe(0)
  })
})

test('counts the active microsites of the month in the user’s own time zone', async () => {
  const { start, renewsOn } = billingMonth(new Date(), ZONE)
  expect(await usage()).toEqual({ plan_id: 'free', used: 0, limit: 3, renews_on: renewsOn })
  const [first, second] = [await create(), await create()]
  expect(await usage(), 'one at work is not shown').toMatchObject({ used: 0 })
  await change(first, { status: 'active', createdAt: start })
  await change(second, { status: 'active', createdAt: new Date(start.getTime() - 1) })
  expect(await usage()).toMatchObject({ used: 1 })
  await app.database
    .insert(app.database.schema.subscriptions)
    .values({ userId: person.userId, planId: 'team', status: 'active' })
  expect(await usage(), 'unlimited is -1').toMatchObject({ plan_id: 'team', limit: -1 })
})

test('counts microsites being processed toward the limit, failed ones not, and checks a retry against it', async () => {
  const first = await create()
  await create()
  await create()
  expect(await send({ captions: 'WEBVTT' })).toEqual({
    status: 402,
    body: { error: LIMIT_REACHED, code: 'microsite_limit_reached' },
  })
  await createMicrositesRepo(app.database).fail(
    first,
    { code: 'incomplete_file', message: 'The file is damaged.' },
    new Date(),
  )
  const fourth = await create()
  const retry = () => person.send('POST', `/api/microsites/${first}/retry`)
  expect(await retry()).toEqual({
    status: 402,
    body: { error: { code: 'microsite_limit_reached', message: LIMIT_REACHED } },
  })
  expect(await read(first)).toMatchObject({
    status: 'failed',
    error_message: 'The file is damaged.',
    failure: { code: 'incomplete_file', retryable: true },
  })
  await person.send('DELETE', `/api/microsites/${fourth}`)
  const before = await read(first)
  expect((await retry()).status).toBe(200)
  const after = await read(first)
  expect(after).toMatchObject({ status: 'processing', error_message: null, failure: null })
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
})

test('checks a failed microsite against the limit again when its owner adds a transcript', async () => {
  const failed = await create()
  await createMicrositesRepo(app.database).fail(
    failed,
    { code: 'incomplete_file', message: 'The file is damaged.' },
    new Date(),
  )
  const [another] = [await create(), await create(), await create()]
  const give = () =>
    person.send('POST', `/api/microsites/${failed}/transcript`, {
      source: 'given',
      text: 'Dana: We ship in March, as we said.',
    })
  expect(await give()).toEqual({
    status: 402,
    body: { error: { code: 'microsite_limit_reached', message: LIMIT_REACHED } },
  })
  expect(await read(failed)).toMatchObject({ status: 'failed', error_message: 'The file is damaged.' })
  await person.send('DELETE', `/api/microsites/${another}`)
  expect(await give()).toMatchObject({ status: 200, body: { status: 'processing', error_message: null } })
  expect((await give()).status, 'it is at work').toBe(409)
  expect(await send({ captions: 'WEBVTT' }), 'it counts').toMatchObject({ status: 402 })
})

test('reports a failure with its code and whether a retry can help, in the list too', async () => {
  const repo = createMicrositesRepo(app.database)
  const id = await create()
  const { microsites } = app.database.schema
  const reported = async () => {
    const { body } = await person.send('GET', '/api/microsites')
    const card = micrositeListSchema.parse(body).microsites.find((each) => each.id === id)
    expect((await read(id)).failure).toEqual(card?.failure)
    return card?.failure
  }
  expect(await reported()).toBeNull()
  await repo.fail(id, { code: 'upload_gone', message: 'The uploaded file is no longer there.' }, new Date())
  expect(await reported()).toEqual({ code: 'upload_gone', retryable: false })
  const unknown = 'of_another_version' as FailureCode
  await app.database.update(microsites).set({ failureCode: unknown }).where(eq(microsites.id, id))
  expect(await reported()).toEqual({ code: 'processing_failed', retryable: true })
})

test('a retry changes nothing while processing or when done', async () => {
  const id = await create()
  for (const status of ['processing', 'transcript_ready', 'active'] as const) {
    await change(id, { status })
    const before = await read(id)
    expect(await person.send('POST', `/api/microsites/${id}/retry`)).toEqual({ status: 200, body: before })
  }
})

test('calls that make a microsite return its id, and a user without a subscription has none', async () => {
  const { body } = await person.send('POST', '/api/sample-call')
  expect(await read((body as { job_id: string }).job_id)).toMatchObject({
    user_id: person.userId,
    status: 'processing',
  })
  expect(await person.send('GET', '/api/subscription')).toMatchObject({
    status: 404,
    body: { error: { code: 'PGRST116' } },
  })
  expect(await person.send('GET', '/api/subscription?missing=null')).toEqual({ status: 200, body: null })
})

describe('a transcript that is too large', () => {
  const stamp = (index: number) => new Date(index * 1000).toISOString().slice(11, 23)
  const getCaptions = (lines: number, say: (index: number) => string) =>
    `WEBVTT\n\n${Array.from({ length: lines }, (_, i) => `${stamp(i)} --> ${stamp(i + 1)}\n${say(i)}\n`).join('\n')}`

  test.each([
    ['has 40,001 lines. The limit is 40,000', getCaptions(40_001, () => 'We ship in March.')],
    ['names 501 speakers. The limit is 500', getCaptions(501, (i) => `<v Person ${i}>We ship in March.`)],
    ['has a line of 500,001 characters. The limit is 500,000', getCaptions(1, () => 'x'.repeat(500_001))],
  ])('is refused with a sentence before anything is stored: it %s', async (reason, text) => {
    const message = `This transcript is too large: it ${reason}.`
    expect(await send({ captions: text })).toEqual({
      status: 413,
      body: { error: message, code: 'payload_too_large' },
    })
    expect(micrositeListSchema.parse((await person.send('GET', '/api/microsites')).body).microsites).toEqual([])
    const id = await create()
    await change(id, { status: 'active' })
    const added = await person.send('POST', `/api/microsites/${id}/transcript`, { source: 'given', text })
    expect(added).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large', message } } })
  })

  test('accepts a transcript of an eight-hour call', async () => {
    const id = await create({
      captions: getCaptions(28_800, (i) => `<v Person ${i % 400}>We ship pallet ${i} in March.`),
    })
    expect(await read(id)).toMatchObject({ status: 'processing' })
  })
})
