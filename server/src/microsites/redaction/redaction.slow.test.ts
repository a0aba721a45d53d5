import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { strFromU8, unzipSync } from 'fflate'
import { Upload } from 'tus-js-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { redactionEffectSchema } from '@callfolio/shared/contract/redaction.ts'
import { REDACTED_TEXT } from '@callfolio/shared/redaction.ts'
import { openDatabase } from '../../db/database.ts'
import { createFixtureMaker, installedFfmpeg } from '../../media/fixtures.testing.ts'
import { meanLuma, soundLevel } from '../../media/decoded.testing.ts'
import { openTestBucket } from '../../storage/s3-buckets.testing.ts'
import { eventually, startApp, type Person, type RunningApp } from '../../testing/app.ts'
import { HAS_POSTGRES } from '../../testing/databases.ts'
import { createPostgres, queryPostgres } from '../../testing/postgres.ts'

/** Said only in the span. */
const SECRETS = ['7zebracornq', '8quagmirezz', '9spokenbyzz']
const OPEN = 'marigoldzz'
const SPAN = { start_ms: 4000, end_ms: 7000 }
const CAPTIONS = `WEBVTT

NOTE Recorded 2026-03-05

00:00.000 --> 00:04.000
<v Ann>We ship the ${OPEN} to you on Friday, I promise.

00:04.000 --> 00:05.500
<v ${SECRETS[2]}>I will send the ${SECRETS[0]} contract on Monday.

00:05.500 --> 00:07.000
<v Ann>We decided that the ${SECRETS[1]} costs 4711 euros.

00:07.000 --> 00:12.000
<v Ben>I will call the office about the ${OPEN} on Thursday.`

let media: string
let video: string
let side: string
beforeAll(async () => {
  const programs = await installedFfmpeg()
  media = await mkdtemp(join(tmpdir(), 'redaction-'))
  const fixtures = createFixtureMaker(programs, media)
  const captions = await fixtures.write('inside.vtt', CAPTIONS)
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=12:sample_rate=44100']
  const picture = ['-f', 'lavfi', '-i', 'color=white:size=320x180:rate=25:duration=12']
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-c:s', 'mov_text', '-g', '250']
  const planted = ['-metadata', `comment=${SECRETS[0]}`, '-movflags', '+faststart']
  video = await fixtures.make('call.mp4', ...picture, ...sound, '-i', captions, ...codecs, ...planted)
  side = await fixtures.make('side.webm', ...sound, '-c:a', 'libopus', '-metadata', `comment=${SECRETS[0]}`)
})
afterAll(() => rm(media, { recursive: true, force: true }))

let app: RunningApp
let person: Person
let close: () => Promise<void> = async () => undefined
/** Every row of the database as a text. */
let rows: () => Promise<string>
/** The storage outside the database: file names, or keys of a bucket. */
let objects: () => Promise<{ key: string; text: string }[]>
afterEach(() => close())

/** The product on SQLite and the disk. */
async function openOnDisk(): Promise<void> {
  app = await startApp({ DEFAULT_PLAN: 'team' })
  close = () => app.close()
  objects = () => filesBelow(app.folder)
  rows = async () => {
    const client = new Sqlite(join(app.folder, 'callfolio.db'))
    client.pragma('wal_checkpoint(TRUNCATE)')
    client.close()
    return readFile(join(app.folder, 'callfolio.db'), 'latin1')
  }
}

/** The same on PostgreSQL and a bucket. */
async function openOnBucket(): Promise<void> {
  const address = await createPostgres({ migrated: true })
  const bucket = await openTestBucket()
  app = await startApp({
    DEFAULT_PLAN: 'team',
    DATABASE_URL: address,
    ...bucket.settings,
  })
  const database = await openDatabase(address)
  close = async () => {
    await app.close()
    await database.close()
    await bucket.close()
  }
  objects = async () => {
    const inBucket = (await bucket.objects()).map(async (key) => ({
      key,
      text: (await bucket.content(key)).toString('latin1'),
    }))
    return [...(await filesBelow(app.folder)), ...(await Promise.all(inBucket))]
  }
  rows = async () => {
    const tables = await queryPostgres(
      address,
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    )
    const texts = tables.map(async ({ name }) => {
      const found = await queryPostgres(address, `select row::text as text from ${String(name)} row`)
      return found.map(({ text }) => text).join('\n')
    })
    return (await Promise.all(texts)).join('\n')
  }
}

async function filesBelow(folder: string): Promise<{ key: string; text: string }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('callfolio.db'))
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { key: path.slice(folder.length), text: await readFile(path, 'latin1') }
    }),
  )
}

/** The planted words in database and objects, with where each is. */
async function found(): Promise<string[]> {
  const all = [{ key: 'database', text: await rows() }, ...(await objects())]
  return all.flatMap(({ key, text }) =>
    SECRETS.filter((word) => text.toLowerCase().includes(word)).map((word) => `${word} in ${key}`),
  )
}

const read = async (id: string): Promise<Microsite> =>
  micrositeSchema.parse((await person.send('GET', `/api/microsites/${id}`)).body)
const becomes = (id: string, is: (site: Microsite) => boolean) =>
  eventually(async () => ((site) => (is(site) ? site : null))(await read(id)))
const redact = (id: string, spans: object[], preview = false) =>
  person.send('POST', `/api/microsites/${id}/redactions`, { spans, preview })
const ready = (id: string) => becomes(id, (site) => site.status === 'active' && site.video_ready)

async function send(path: string): Promise<string> {
  const bytes = await readFile(path)
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${app.url}/files`,
      headers: { Authorization: `Bearer ${person.token}` },
      metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
      onSuccess: ({ lastResponse }) => resolve(lastResponse.getHeader('X-Storage-Path') ?? ''),
      onError: reject,
    }).start()
  })
}

/** A finished page of the call, with its owner's own words on what was said. */
async function addCall(): Promise<string> {
  const body = {
    title: `Call about ${SECRETS[0]}`,
    description: `About the ${OPEN}. It costs 4711.`,
    video_url: await send(video),
    captions: CAPTIONS,
    audio_tracks: [
      { who: 'you', path: await send(side) },
      { who: 'them', path: await send(side), start_ms: 1000 },
    ],
  }
  const { job_id: id } = (await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }
  const site = await ready(id)
  const line = site.segments.find(({ text }) => text.includes(SECRETS[1] ?? ''))
  await person.send('PATCH', `/api/microsites/${id}`, {
    segments: [{ id: line?.id, text: `We decided that the ${SECRETS[1]} costs 4712 euros.` }],
    summary: `They talk about the ${OPEN}. The ${SECRETS[0]} is for Monday.`,
    important_points: ['It costs 4711 euros.', `The ${OPEN} ships.`],
  })
  return id
}

async function share(id: string, withVideo = true): Promise<string> {
  const link = { microsite_id: id, expires_in_days: 7, with_video: withVideo }
  const { body } = await person.send('POST', '/api/create-shareable-link', link)
  return new URL((body as { share_url: string }).share_url).pathname.split('/').at(-1) ?? ''
}

/** The first data sent to an open page. */
async function liveState(token: string): Promise<string | undefined> {
  const { body } = await fetch(`${app.url}/s/${token}/live`)
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  if (reader === undefined) return undefined
  let text = ''
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    text += value
    if (text.includes('"state"')) break
  }
  await reader.cancel()
  return /"state":"(\w+)"/.exec(text)?.[1]
}

async function archive(): Promise<string> {
  const { body } = await person.send('POST', '/api/account/export')
  const response = await fetch(app.url + (body as { path: string }).path)
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.entries(files)
    .map(([name, bytes]) => name + strFromU8(bytes, true))
    .join('\n')
}

/** The recording as the owner's player gets it, in a file. */
async function download(id: string): Promise<string> {
  const { body } = await person.send('GET', `/api/microsites/${id}/video`)
  const response = await fetch((body as { signedUrl: string }).signedUrl)
  expect(response.status).toBe(200)
  const path = join(media, `${id}.mp4`)
  await writeFile(path, new Uint8Array(await response.arrayBuffer()))
  return path
}

describe.each([
  { name: 'SQLite and the disk', open: openOnDisk },
  ...(HAS_POSTGRES ? [{ name: 'PostgreSQL and a bucket', open: openOnBucket }] : []),
])('on $name', ({ open }) => {
  beforeEach(async () => {
    await open()
    person = await app.signUp({ full_name: 'Ann' })
    await app.services.start(0)
  })

  test('leaves nothing said in a redacted span in database, files, page, search, exports and recording', async () => {
    const id = await addCall()
    const token = await share(id)
    expect((await found()).length, 'the words are where they are looked for').toBeGreaterThan(5)
    expect(await archive()).toContain(SECRETS[0])
    const before = await stat(await download(id))
    const effect = redactionEffectSchema.parse((await redact(id, [SPAN])).body)
    expect(effect).toMatchObject({ lines: 2, recording: true })
    const site = await ready(id)
    await app.services.tidy()

    expect(await found()).toEqual([])
    expect(site.segments.map(({ text, speaker }) => [speaker, text])).toEqual([
      ['Ann', expect.stringContaining(OPEN)],
      [null, REDACTED_TEXT],
      ['Ben', expect.stringContaining(OPEN)],
    ])
    const page = JSON.stringify(site)
    for (const word of [...SECRETS, '4711', '4712']) expect(page).not.toContain(word)
    expect(site).toMatchObject({
      summary: `They talk about the ${OPEN}.`,
      important_points: [`The ${OPEN} ships.`],
      description: `About the ${OPEN}.`,
      redacted: [SPAN],
    })
    const shared = await app.visitor('POST', '/api/get-shared-microsite', { token })
    expect(JSON.stringify(shared.body)).toContain(OPEN)
    for (const word of SECRETS) {
      expect(JSON.stringify(shared.body)).not.toContain(word)
      const { body } = await person.send('GET', `/api/microsites?q=${word}`)
      expect((body as { microsites: unknown[] }).microsites, word).toEqual([])
    }
    const all = await archive()
    for (const word of SECRETS) expect(all).not.toContain(word)
    expect(all).toContain(OPEN)

    const path = await download(id)
    expect((await stat(path)).size).not.toBe(before.size)
    expect(site.duration_ms).toBeGreaterThan(11_900)
    for (const [from, to] of [[3.8, 7.2]] as const) {
      expect(await soundLevel(path, from, to), 'silent').toBeLessThan(-80)
      expect(await meanLuma(path, from, to), 'black').toBeLessThan(20)
    }
    for (const [from, to] of [
      [0.5, 3.6],
      [7.4, 11.5],
    ] as const) {
      expect(await soundLevel(path, from, to)).toBeGreaterThan(-30)
      expect(await meanLuma(path, from, to)).toBeGreaterThan(200)
    }
    const sides = (await objects()).filter(({ key }) => /tracks\/(you|them)$/.test(key))
    expect(sides).toHaveLength(2)
    for (const { key, text } of sides) {
      const local = join(media, 'side')
      await writeFile(local, text, 'latin1')
      const start = key.endsWith('them') ? 1 : 0
      expect(await soundLevel(local, 3.8 - start, 7.2 - start)).toBeLessThan(-80)
      expect(await soundLevel(local, 7.5 - start, 10)).toBeGreaterThan(-30)
    }
  })
})

describe('a redaction', () => {
  beforeEach(async () => {
    await openOnDisk()
    person = await app.signUp({ full_name: 'Ann' })
    await app.services.start(0)
  })

  test('withholds the recording from acceptance until the redaction is applied', async () => {
    const id = await addCall()
    const token = await share(id)
    const { body } = await person.send('GET', `/api/microsites/${id}/video`)
    const { signedUrl } = body as { signedUrl: string }
    // No worker runs.
    await app.services.finish(0)
    expect((await redact(id, [SPAN])).status).toBe(200)
    const site = await read(id)
    expect(site).toMatchObject({ status: 'active', redacting: 'working', video_url: null, poster_url: null })
    for (const word of SECRETS) expect(JSON.stringify(site)).not.toContain(word)
    expect((await person.send('GET', `/api/microsites/${id}/video`)).status).toBe(404)
    expect((await fetch(signedUrl)).status, 'a link that was made before').toBe(403)
    expect((await app.visitor('GET', `/s/${token}/video`)).status).toBe(404)
    expect((await app.visitor('GET', `/s/${token}/poster`)).status).toBe(404)
    expect(await liveState(token), 'an open page waits for the recording').toBe('preparing')
    expect(await liveState(await share(id, false)), 'where it is shown none, it does not').toBe('open')
    const all = await archive()
    for (const word of SECRETS) expect(all).not.toContain(word)
    for (const [path, json] of [
      ['redactions', { spans: [SPAN] }],
      ['transcript', { source: 'given', text: CAPTIONS }],
      ['analyse', { analyst: 'extractive' }],
    ] as const) {
      const refused = await person.send('POST', `/api/microsites/${id}/${path}`, json)
      expect(refused, path).toMatchObject({ status: 409 })
    }
  })

  test('removes unsent emails about the call', async () => {
    const id = await addCall()
    const outbox = join(app.folder, 'outbox')
    await mkdir(outbox, { recursive: true })
    const mail = (about: string) =>
      `To: ann@example.org\n\n“Call about ${SECRETS[0]}” http://localhost/microsite/${about}\n`
    await writeFile(join(outbox, 'about.eml'), mail(id))
    await writeFile(join(outbox, 'other.eml'), mail('another'))
    await redact(id, [SPAN])
    await ready(id)
    expect(await readdir(outbox)).toEqual(['other.eml'])
  })

  test('is previewed on request, and changes nothing until confirmed', async () => {
    const id = await addCall()
    const before = await read(id)
    const effect = redactionEffectSchema.parse((await redact(id, [SPAN], true)).body)
    expect(effect).toMatchObject({ spans: [SPAN], lines: 2, recording: true })
    expect(effect.texts).toEqual(
      expect.arrayContaining([
        { where: 'Title', text: `Call about ${SECRETS[0]}` },
        { where: 'Description', text: 'It costs 4711.' },
        { where: 'Summary', text: `The ${SECRETS[0]} is for Monday.` },
        { where: 'Important Points', text: 'It costs 4711 euros.' },
      ]),
    )
    expect((await read(id)).updated_at).toBe(before.updated_at)
    expect((await read(id)).video_url).toBe(before.video_url)
  })

  test('removes a speaker name that is said only there: from the remaining lines, entries and title', async () => {
    const captions = `WEBVTT

00:00.000 --> 00:04.000
<v Zebulon Quist>My name is Zebulon Quist.

00:04.000 --> 00:08.000
<v Ann Lee>We decided that the contract has two parts.

00:08.000 --> 00:12.000
<v Zebulon Quist>I will send you the signed contract on Friday.`
    const body = {
      title: 'Call with Zebulon Quist',
      captions,
      participants: ['Ann Lee', 'Zebulon Quist', 'Leo Brandt'],
    }
    const { job_id: id } = (await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }
    const site = await becomes(id, ({ status }) => status === 'active')
    expect(JSON.stringify(site.gpt_action_points)).toContain('Zebulon')
    const tags = ['Zebulon deals', 'Contracts']
    for (const name of tags) await person.send('POST', '/api/tags', { name })
    await person.send('PATCH', `/api/microsites/${id}`, { tags })
    for (const label of ['For Quist’s boss', 'For the board'])
      await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7, label })
    const { texts } = redactionEffectSchema.parse((await redact(id, [{ start_ms: 0, end_ms: 3000 }])).body)
    expect(texts).toEqual(
      expect.arrayContaining([
        { where: 'Speakers', text: 'Zebulon Quist' },
        { where: 'Participants', text: 'Zebulon Quist' },
        { where: 'Title', text: 'Call with Zebulon Quist' },
        { where: 'Summary', text: 'Zebulon Quist spoke with Ann Lee.' },
        { where: 'Who a link is for', text: 'For Quist’s boss' },
        { where: 'Tags', text: 'Zebulon deals' },
      ]),
    )
    const after = await becomes(id, ({ redacting }) => redacting === undefined)
    expect(after.segments.map(({ speaker }) => speaker)).toEqual([null, 'Ann Lee', 'Speaker 1'])
    expect(JSON.stringify(after.gpt_action_points)).toContain('Speaker 1')
    expect(JSON.stringify(after)).not.toMatch(/zebulon|quist/i)
    expect(after.tags).toEqual(['Contracts'])
    expect(after.participants).toEqual(['Ann Lee', 'Leo Brandt'])
    const { links } = (await person.send('GET', '/api/links')).body as { links: { label: string | null }[] }
    expect(links.map(({ label }) => label)).toEqual(expect.arrayContaining(['For the board', null]))
    await app.services.tidy()
    await eventually(async () => !/zebulon/i.test(await rows()))
  })

  test('hides possible paraphrases from recipients until the owner confirms them', async () => {
    const captions = `WEBVTT

00:00.000 --> 00:04.000
<v Ann>Wir liefern die 12 Paletten nächste Woche an das Lager in Köln.

00:04.000 --> 00:08.000
<v Cleo>Das kostet Siemens zwanzigtausend.

00:08.000 --> 00:12.000
<v Ben>Schicken Sie mir bitte die Unterlagen über das Lager.`
    const body = { title: 'Lager Köln', captions }
    const { job_id: id } = (await person.send('POST', '/api/process-meeting', body)).body as { job_id: string }
    await becomes(id, ({ status }) => status === 'active')
    const points = ['12 Paletten nächste Woche', '20.000', 'Siemenslager', 'Siemens kostet das']
    await person.send('PATCH', `/api/microsites/${id}`, { important_points: points })
    const token = await share(id)
    const shared = async () => JSON.stringify((await app.visitor('POST', '/api/get-shared-microsite', { token })).body)
    expect(await shared()).toMatch(/20\.000.*Siemens/s)

    const { texts } = redactionEffectSchema.parse((await redact(id, [{ start_ms: 4000, end_ms: 8000 }])).body)
    expect(texts).toContainEqual({ where: 'Important Points', text: 'Siemens kostet das' })
    const site = await becomes(id, ({ redacting }) => redacting === undefined)
    const hidden = ['20.000', 'Siemenslager'].map((text) => ({ text, unconfirmed: true }))
    expect(site.important_points).toEqual(['12 Paletten nächste Woche', ...hidden])
    expect(await shared()).toContain('12 Paletten')
    expect(await shared()).not.toMatch(/siemens|20\.000|zwanzig/i)

    const kept = ['12 Paletten nächste Woche', { text: '20.000' }]
    await person.send('PATCH', `/api/microsites/${id}`, { important_points: kept })
    expect(await shared()).toContain('20.000')
  })

  test('is refused for other users’ microsites and for spans outside the recording', async () => {
    const id = await addCall()
    const other = await app.signUp()
    const path = `/api/microsites/${id}/redactions`
    expect((await other.send('POST', path, { spans: [SPAN] })).status).toBe(404)
    expect((await app.visitor('POST', path, { spans: [SPAN] })).status).toBe(401)
    for (const [spans, message] of [
      [[], 'Select what to redact.'],
      [[{ start_ms: 7000, end_ms: 7000 }], 'The end must come after the start.'],
      [[{ start_ms: 20_000, end_ms: 21_000 }], '0:20 to 0:21 is outside the recording, which lasts 0:12.'],
      [[SPAN, { start_ms: 11_000, end_ms: 60_000 }], '0:11 to 1:00 is outside the recording'],
    ] as const) {
      const { status, body } = await redact(id, [...spans])
      expect(status).toBe(400)
      expect(JSON.stringify(body)).toContain(message)
    }
    expect((await read(id)).redacted).toEqual([])
  })

  test('can’t be undone by an edit of the line, a transcript with the same words or a new recap', async () => {
    const id = await addCall()
    await redact(id, [SPAN])
    const { segments } = await ready(id)
    const marker = segments.find(({ redacted }) => redacted)?.id
    const edited = await person.send('PATCH', `/api/microsites/${id}`, { segments: [{ id: marker, text: 'Hello' }] })
    expect(edited).toMatchObject({ status: 400 })
    expect(JSON.stringify(edited.body)).toContain('A redacted line can’t be changed.')
    await person.send('PATCH', `/api/microsites/${id}`, { segments: null })
    expect(JSON.stringify(await read(id))).not.toContain(SECRETS[1])
    const again = await person.send('POST', `/api/microsites/${id}/transcript`, { source: 'given', text: CAPTIONS })
    expect(again.status).toBe(200)
    const made = await becomes(
      id,
      ({ status, transcript_info: info }) => status === 'active' && info?.source === 'given',
    )
    for (const word of SECRETS) expect(JSON.stringify(made)).not.toContain(word)
    expect(made.segments.map(({ text }) => text)).toEqual([
      expect.stringContaining(OPEN),
      REDACTED_TEXT,
      expect.stringContaining(OPEN),
    ])
    expect((await objects()).filter(({ key }) => key.includes('given-'))).toHaveLength(1)
    await app.services.tidy()
    expect(await found()).toEqual([])
    const plain = `Ann: I will send the ${SECRETS[0]} contract.`
    expect(
      await person.send('POST', `/api/microsites/${id}/transcript`, { source: 'given', text: plain }),
    ).toMatchObject({ status: 400, body: { error: { message: expect.stringContaining('a transcript with times') } } })
    expect(await found()).toEqual([])
    expect((await person.send('POST', `/api/microsites/${id}/analyse`, { analyst: 'extractive' })).status).toBe(200)
    const recapped = await becomes(id, ({ analysing }) => analysing === undefined)
    expect(recapped).toMatchObject({ analysis_notice: null, video_ready: true })
    expect(JSON.stringify(recapped.gpt_quotes)).not.toContain(REDACTED_TEXT)
  })

  test('of a second span leaves the first unchanged', async () => {
    const id = await addCall()
    await redact(id, [SPAN])
    await ready(id)
    const second = { start_ms: 9000, end_ms: 10_000 }
    expect((await redact(id, [second])).status).toBe(200)
    const site = await ready(id)
    expect(site.redacted).toEqual([SPAN, second])
    const path = await download(id)
    expect(await soundLevel(path, 4, 7)).toBeLessThan(-80)
    expect(await soundLevel(path, 9, 10)).toBeLessThan(-80)
    expect(await soundLevel(path, 7.5, 8.5)).toBeGreaterThan(-30)
    expect((await objects()).filter(({ key }) => key.endsWith('.mp4'))).toHaveLength(1)
  })
})
