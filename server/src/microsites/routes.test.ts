import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { micrositeListSchema, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { getSharedOutline } from '@callfolio/shared/page/microsite-outline.ts'
import { eventually, startApp, type Person, type RunningApp } from '../testing/app.ts'
import { updateMicrosite } from '../testing/microsites.ts'

const CAPTIONS = `WEBVTT

00:00:00.000 --> 00:00:06.000
<v Dana Reyes>Thanks for the time today, I will send you the revised pricing by Friday.

00:00:06.000 --> 00:00:14.000
<v Marcus Lee>The biggest problem is that our support team is two people short and tickets wait for three days.

00:00:14.000 --> 00:00:20.000
<v Dana Reyes>I will set up a pilot with the Zürich team next week.
`

let app: RunningApp
let person: Person

beforeAll(async () => {
  app = await startApp()
  await app.services.start(0)
})
afterAll(() => app.close())
beforeEach(async () => {
  person = await app.signUp()
})

async function create(title: string, of = person): Promise<string> {
  const { status, body } = await of.send('POST', '/api/process-meeting', { title, captions: CAPTIONS })
  expect(status).toBe(200)
  const { job_id: id } = body as { job_id: string }
  await eventually(async () => (await read(id, of)).status === 'active')
  return id
}
const read = async (id: string, of = person) =>
  micrositeSchema.parse((await of.send('GET', `/api/microsites/${id}`)).body)
const patch = (id: string, json: unknown) => person.send('PATCH', `/api/microsites/${id}`, json)
const list = async (query: Record<string, string>, of = person) =>
  micrositeListSchema.parse((await of.send('GET', `/api/microsites?${new URLSearchParams(query)}`)).body)
const titles = async (query: Record<string, string>, of = person) =>
  (await list(query, of)).microsites.map((card) => card.title)

test('shows a renamed speaker in lines, transcript, quotes, points and summary', async () => {
  const id = await create('Call')
  const before = JSON.stringify(await read(id))
  expect(before).toContain('Marcus Lee')
  const { status, body } = await patch(id, { rename_speaker: { from: 'Marcus Lee', to: 'Mara Lind' } })
  expect(status).toBe(200)
  expect(micrositeSchema.parse(body)).toEqual(await read(id))
  const shown = JSON.stringify(body, (key, value: unknown) => (key === 'heard' ? undefined : value))
  expect(shown).not.toContain('Marcus')
  expect(shown.split('Mara Lind')).toHaveLength(before.split('Marcus Lee').length)
})

test('shows recipients the day of the call that the owner set', async () => {
  const id = await create('Call')
  expect((await read(id)).call_date).toBeNull()
  expect((await patch(id, { call_date: '2026-13-40' })).status).toBe(400)
  expect((await patch(id, { call_date: '2026-11-20' })).status).toBe(200)
  expect((await read(id)).call_date).toBe('2026-11-20')
  await patch(id, { call_date: null })
  expect((await read(id)).call_date).toBeNull()
})

test('keeps suggested names and private lines until their owner dismisses them', async () => {
  const id = await create('Call')
  const [first] = (await read(id)).segments
  const suggested = [{ label: 'Dana Reyes', name: 'Dana', segment_id: first?.id ?? '' }]
  await updateMicrosite(app.database, id, { suggestedSpeakers: suggested, privateLines: [first?.id ?? ''] })
  expect(await read(id)).toMatchObject({ suggested_speakers: suggested, private_lines: [first?.id] })
  await patch(id, { suggested_speakers: null })
  expect(await read(id)).toMatchObject({ suggested_speakers: null, private_lines: [first?.id] })
  await patch(id, { private_lines: null })
  expect((await read(id)).private_lines).toBeNull()
})

test('applies an edited line to the transcript and to its quotes', async () => {
  const id = await create('Call')
  const line = (await read(id)).segments.find(({ speaker }) => speaker === 'Marcus Lee')
  await patch(id, {
    segments: [
      {
        id: line?.id,
        text: 'The biggest problem is that our support team is five people short and tickets wait for nine days.',
      },
    ],
  })
  const site = await read(id)
  expect(site.transcript).toContain('Marcus Lee: The biggest problem is that our support team is five people short')
  for (const quote of site.gpt_quotes ?? [])
    expect(site.transcript).toContain(typeof quote === 'string' ? quote : quote.text)
})

test('restores a corrected transcript as transcribed, with its speakers and the quotes based on it', async () => {
  const id = await create('Call')
  const line = (await read(id)).segments.find(({ speaker }) => speaker === 'Marcus Lee')
  await patch(id, { quotes: [{ text: line?.text, speaker: 'Marcus Lee', segment_ids: [line?.id] }] })
  const before = await read(id)
  const text = line?.text.replace('two people', 'five people')
  await patch(id, { segments: [{ id: line?.id, text }], rename_speaker: { from: 'Dana Reyes', to: 'Dana Field' } })
  await patch(id, {
    segments: [{ id: line?.id, text: text?.replace('three days', 'nine days'), speaker: 'Mara Lind' }],
  })
  const edited = await read(id)
  expect(edited.segments.map(({ heard }) => heard)).toEqual([
    { speaker: 'Dana Reyes' },
    { text: line?.text, speaker: 'Marcus Lee' },
    { speaker: 'Dana Reyes' },
  ])
  expect(JSON.stringify(edited.quotes)).toContain('nine days')
  const { body } = await patch(id, { segments: null })
  const after = micrositeSchema.parse(body)
  expect(after).toEqual({ ...before, updated_at: after.updated_at })
})

test('stores nothing of a correction that is undone by hand', async () => {
  const id = await create('Call')
  const { segments } = await read(id)
  const [line] = segments
  await patch(id, { segments: [{ id: line?.id, text: 'Thanks.', speaker: null }] })
  expect((await read(id)).segments[0]).toMatchObject({ heard: { text: line?.text, speaker: 'Dana Reyes' } })
  await patch(id, { segments: [{ id: line?.id, text: line?.text, speaker: line?.speaker }] })
  expect((await read(id)).segments).toEqual(segments)
})

test('saves a kept entry, and leaves entries that wait for their owner marked', async () => {
  const id = await create('Call')
  const { segments } = await read(id)
  const of = (line = 0) => ({ text: segments[line]?.text ?? '', segment_ids: [segments[line]?.id ?? ''] })
  const waits = { ...of(1), unconfirmed: true, unproven: ['3'] }
  await patch(id, { important_points: [{ ...of(0), unproven: ['4'] }, waits] })
  expect((await read(id)).important_points).toEqual([of(0), waits])
})

test('rejects an edit based on an outdated state, and changes nothing', async () => {
  const id = await create('Call')
  const { updated_at } = await read(id)
  const first = micrositeSchema.parse((await patch(id, { todo_list: ['Call Ben'], updated_at })).body)
  expect(first.todo_list).toEqual(['Call Ben'])
  expect(await patch(id, { todo_list: [], updated_at })).toEqual({
    status: 409,
    body: { error: { code: 'conflict', message: 'This microsite changed elsewhere. Reload the page and try again.' } },
  })
  expect(await read(id)).toEqual(first)
  expect((await patch(id, { updated_at })).body).toEqual({
    error: { code: 'invalid_request', message: 'The request has no changes.' },
  })
})

test('stores decisions on withheld items and summary sentences, and hides dismissed ones', async () => {
  const id = await create('Call')
  const withheld = [{ list: 'todo_list', text: 'Call Ben', reason: 'owner', detail: null, segment_ids: [] }]
  const summary_evidence = [
    { text: 'They met.', unconfirmed: true, dismissed: true },
    { text: 'They agreed.', unconfirmed: true },
  ]
  await patch(id, { withheld, summary_evidence, summary: 'They agreed.' })
  const site = await read(id)
  expect(site).toMatchObject({ withheld, summary_evidence, summary: 'They agreed.' })
  expect(
    getSharedOutline({ ...site, summary: null, gpt_summaries: null, gpt_summary: 'They met. They agreed.' }).summary
      .text,
  ).toBe('')
  expect((await patch(id, { withheld: [{ ...withheld[0], reason: 'mood' }] })).status).toBe(400)
})

test('brings nothing redacted back with an edit from a tab that was opened before the redaction', async () => {
  const id = await create('Call')
  const { segments } = await read(id)
  const entry = (line: number) => ({
    text: segments[line]?.text ?? '',
    segment_ids: [segments[line]?.id ?? ''],
  })
  const lost = entry(1)
  const withheld = { ...lost, list: 'todo_list', reason: 'owner', detail: null }
  const named = { label: 'Marcus Lee', name: 'Marcus Aurelius', segment_id: lost.segment_ids[0] }
  const edits = [
    ...['quotes', 'action_points', 'important_points', 'todo_list'].map((list) => ({ [list]: ['Mine', lost] })),
    { summary_evidence: [lost] },
    { withheld: [withheld] },
    { suggested_speakers: [named] },
  ]
  for (const edit of edits) expect(await patch(id, edit), JSON.stringify(edit)).toMatchObject({ status: 200 })
  await person.send('POST', `/api/microsites/${id}/redactions`, { spans: [{ start_ms: 7000, end_ms: 13_000 }] })
  const redacted = await eventually(async () => ((site) => site.redacting === undefined && site)(await read(id)))
  for (const edit of edits)
    expect(await patch(id, edit), JSON.stringify(edit)).toEqual({
      status: 409,
      body: {
        error: { code: 'conflict', message: 'This microsite changed elsewhere. Reload the page and try again.' },
      },
    })
  expect(await read(id)).toEqual(redacted)
  expect((await patch(id, { todo_list: ['Mine', entry(0)], summary_evidence: [entry(0)] })).status).toBe(200)
})

test('an edit changes only the given fields, and returns the whole microsite', async () => {
  const id = await create('Call')
  await person.send('POST', '/api/tags', { name: 'Acme' })
  const before = await read(id)
  const { body } = await patch(id, {
    title: ' New title ',
    description: '',
    tags: ['ACME'],
    summary: 'Mine.',
    action_points: [],
  })
  const after = micrositeSchema.parse(body)
  const stamps = { updated_at: after.updated_at, reviewed_at: after.reviewed_at }
  expect(after).toEqual({
    ...before,
    title: 'New title',
    description: null,
    tags: ['Acme'],
    summary: 'Mine.',
    action_points: [],
    ...stamps,
  })
  expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
})

test.each([
  [{ tags: ['Never made'] }, 'Tag “Never made” doesn’t exist.'],
  [{ title: '  ' }, 'Enter a title.'],
  [{ gpt_summary: 'forged' }, 'This request has an unknown field: “gpt_summary”.'],
  [{ segments: [{ id: 'nowhere', text: 'x' }] }, 'This line isn’t in the transcript.'],
  [{ rename_speaker: { from: 'Stranger', to: 'Ana' } }, 'Speaker “Stranger” doesn’t exist.'],
  [{ todo_list: [''] }, expect.not.stringMatching(/^.?todo_list/)],
  [{}, 'The request has no changes.'],
])('rejects the edit %j and changes nothing', async (edit, message) => {
  const id = await create('Call')
  const before = await read(id)
  expect(await patch(id, edit)).toEqual({ status: 400, body: { error: { code: 'invalid_request', message } } })
  expect(await read(id)).toEqual(before)
})

test('marks a page as reviewed in one edit with its changes; repeating it changes nothing', async () => {
  const id = await create('Call')
  expect(await read(id)).toMatchObject({ reviewed_at: null })
  expect((await list({})).microsites).toMatchObject([{ reviewed_at: null }])
  const first = micrositeSchema.parse((await patch(id, { reviewed: true, title: 'Better' })).body)
  expect(first).toMatchObject({ title: 'Better', reviewed_at: expect.any(String) })
  expect((await list({})).microsites).toMatchObject([{ reviewed_at: first.reviewed_at }])
  expect((await patch(id, { reviewed: true })).body).toEqual(first)
  expect((await patch(id, { reviewed: true, todo_list: ['Call Ben'] })).body).toMatchObject({
    todo_list: ['Call Ben'],
    reviewed_at: first.reviewed_at,
  })
})

test.each([
  [{ summary: '' }, true],
  [{ quotes: [] }, true],
  [{ todo_list: ['Call Ben'] }, true],
  [{ action_points: null }, false],
  [{ title: 'Renamed', description: 'x', tags: [] }, false],
  [{ segments: [{ id: 's1', text: 'Hello.' }] }, false],
  [{ rename_speaker: { from: 'Marcus Lee', to: 'Mara Lind' } }, false],
])('the edit %j implies that the recap was reviewed: %s', async (edit, isReviewed) => {
  const id = await create('Call')
  const { status, body } = await patch(id, edit)
  expect(status).toBe(200)
  expect(micrositeSchema.parse(body).reviewed_at !== null).toBe(isReviewed)
})

test('only its owner can mark a page as reviewed, and no one can undo it', async () => {
  const id = await create('Call')
  const stranger = await app.signUp()
  expect((await stranger.send('PATCH', `/api/microsites/${id}`, { reviewed: true })).status).toBe(404)
  for (const reviewed of [false, null, '2026-11-21T08:00:00Z']) expect((await patch(id, { reviewed })).status).toBe(400)
  expect((await read(id)).reviewed_at).toBeNull()
})

test('searches titles, descriptions and tags, and transcripts above the free plan', async () => {
  const id = await create('Café call')
  await create('Other')
  await person.send('POST', '/api/tags', { name: 'Émile & Co' })
  await patch(id, { tags: ['émile & co'], description: 'Renewal' })
  for (const q of ['cafe CALL', 'emile', 'RENEWAL']) expect(await titles({ q })).toEqual(['Café call'])
  expect(await titles({ q: 'zurich team' })).toEqual([])
  expect((await list({ tag: 'ÉMILE & CO' })).microsites).toMatchObject([{ title: 'Café call', tags: ['Émile & Co'] }])
  const { subscriptions } = app.database.schema
  await app.database.insert(subscriptions).values({ userId: person.userId, planId: 'pro', status: 'active' })
  expect(await titles({ q: 'zurich team' })).toEqual(['Other', 'Café call'])
})

test('compares the creation date in the user’s own time zone', async () => {
  const traveller = await app.signUp({ time_zone: 'Pacific/Auckland' })
  const createdAt = new Date('2026-03-31T12:30:00Z')
  for (const of of [person, traveller]) await updateMicrosite(app.database, await create('Call', of), { createdAt })
  expect(await titles({ created: '2026-03-31' })).toEqual(['Call'])
  expect(await titles({ created: '2026-03-31' }, traveller)).toEqual([])
  expect(await titles({ created: '2026-04' }, traveller)).toEqual(['Call'])
  expect(await titles({ created: '2026-03-3' })).toEqual(['Call'])
  expect(await titles({ created: '2026-03-3' }, traveller)).toEqual([])
  for (const created of ['2026-4', '2026-02-30', 'x'])
    expect((await person.send('GET', `/api/microsites?created=${created}`)).status).toBe(400)
})

test('resumes a sorted list at its cursor, and rejects a cursor of another list', async () => {
  for (const [title, viewCount] of [
    ['Few', 1],
    ['Many', 9],
    ['Some', 4],
  ] as const)
    await updateMicrosite(app.database, await create(title), { viewCount })
  const first = await list({ sort: 'views_desc', limit: '2' })
  expect(first.microsites.map((card) => card.title)).toEqual(['Many', 'Some'])
  const second = await list({ sort: 'views_desc', limit: '2', cursor: first.next_cursor ?? '' })
  expect(second).toMatchObject({ microsites: [{ title: 'Few' }], next_cursor: null })
  for (const cursor of ['x', '1.2', `9e99.1.${'a'.repeat(36)}`])
    expect((await person.send('GET', `/api/microsites?cursor=${cursor}`)).status).toBe(400)
})

test('deleting frees a place for another microsite in the month', async () => {
  const [id] = [await create('One'), await create('Two'), await create('Three')]
  const another = { title: 'Four', captions: CAPTIONS }
  expect((await person.send('POST', '/api/process-meeting', another)).status).toBe(402)
  const { status, body } = await person.send('DELETE', `/api/microsites/${id}`)
  expect({ status, body }).toEqual({ status: 200, body: { removed: { objects: expect.any(Number), links: 0 } } })
  expect((await person.send('GET', `/api/microsites/${id}`)).status).toBe(404)
  expect((await person.send('POST', '/api/process-meeting', another)).status).toBe(200)
})

test('shows the owner what is missing of a damaged recording', async () => {
  const id = await create('Call')
  expect(await read(id)).not.toHaveProperty('damage')
  await updateMicrosite(app.database, id, { damage: { heldMs: 11_000, statedMs: 178_000 } })
  expect(await read(id)).toMatchObject({ damage: { held_ms: 11_000, stated_ms: 178_000 } })
})

test('shows recipients the owner’s statement of consent, with its author and time, until it is withdrawn', async () => {
  person = await app.signUp({ full_name: 'Ann Rep' })
  const id = await create('Call')
  expect((await read(id)).consent_statement).toBeNull()
  expect((await patch(id, { consent: { kind: 'sure', note: null } })).status).toBe(400)
  await patch(id, { consent: { kind: 'agreed', note: ' Asked at the start ' } })
  const statement = (await read(id)).consent_statement
  expect(statement).toEqual({
    kind: 'agreed',
    by: 'Ann Rep',
    at: expect.stringMatching(/^\d{4}-/),
    note: 'Asked at the start',
  })
  const link = await person.send('POST', '/api/create-shareable-link', { microsite_id: id, expires_in_days: 7 })
  const token = new URL((link.body as { share_url: string }).share_url).pathname.split('/').at(-1)
  const shared = await app.visitor('POST', '/api/get-shared-microsite', { token })
  expect(shared.body).toMatchObject({ microsite: { consent_statement: statement } })
  await patch(id, { consent: null })
  expect((await read(id)).consent_statement).toBeNull()
})
