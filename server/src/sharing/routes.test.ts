import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_FIELDS } from '@callfolio/shared/contract/samples.testing.ts'
import {
  createLinkReplySchema,
  getSharedReplySchema,
  linkListSchema,
  shareableLinkSchema,
  shareErrorSchema,
} from '@callfolio/shared/contract/share.ts'
import { createPasswords } from '../accounts/passwords.ts'
import type { Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { createAddresses } from '../http/origin.ts'
import { createGuessLimiter } from '../limits/guess-limiter.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { getOwned } from '../microsites/records/get-owned.ts'
import { createMicrositesRepo } from '../microsites/records/microsites-repo.ts'
import { startApi, type Api, type Person } from '../testing/api-server.ts'
import { openMemory } from '../testing/databases.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { shareFunctionRoutes } from './function-routes.ts'
import { createLinksRepo } from './links/links-repo.ts'
import { createPageTickets } from './links/page-tickets.ts'
import { createViewsRepo } from './views/page-views-repo.ts'
import { linkRoutes } from './routes.ts'
import { createPageCache } from './page/page-cache.ts'
import { renderHere } from './sharing.testing.ts'

const DAY = 24 * 60 * 60 * 1000
/** For pages that aren't ready. */
const PREPARATION = { arriving: false, progress: 0.25, seconds_left: 240, made_by: 'Ann Rep' }
const BRANDING = { accent: '#0a4f94', logo_url: null }

describe('sharing over HTTP', () => {
  const limiter = createMemoryRateLimiter()
  let db: Database
  let api: Api
  let owner: NonNullable<Person>
  let stranger: NonNullable<Person>
  let siteId: string
  let now: Date
  let clients: string[]

  beforeAll(async () => {
    db = await openMemory()
    const microsites = createMicrositesRepo(db)
    api = await startApi(db, (authenticate) => {
      const deps = {
        links: createLinksRepo(db),
        pages: createPageCache(renderHere((userId, id) => getOwned(microsites, userId, id))),
        branding: async () => BRANDING,
        pageEnd: async () => null,
        preparation: async () => PREPARATION,
        tickets: createPageTickets({ secretKey: 'a secret of a server that runs in a test', clock: () => now }),
        views: createViewsRepo(db),
        passwords: createPasswords(),
        guesses: createGuessLimiter({ db, clock: () => now, secretKey: 'a secret' }),
        clock: () => now,
        origin: createAddresses({ publicUrl: 'https://calls.example' }).origin,
        limiter,
        clientAddress: () => clients.at(-1) ?? '',
        authenticate,
      }
      return [shareFunctionRoutes(deps), linkRoutes(deps)]
    })
  })
  afterAll(async () => {
    await api.close()
    await db.close()
  })
  beforeEach(async () => {
    now = new Date('2026-11-21T10:00:00.000Z')
    clients = [randomUUID()]
    owner = await api.signUp()
    stranger = await api.signUp()
    siteId = await insertSite({})
  })
  afterEach(() => db.delete(db.schema.users))

  async function insertSite(change: Partial<MicrositeRow>) {
    const id = randomUUID()
    const site = {
      id,
      userId: owner.userId,
      title: 'Call',
      description: null,
      status: 'active' as const,
      gptSummary: 'They agreed.',
      videoUrl: `${owner.userId}/meetings/${id}.mp4`,
    }
    return insertMicrosite(db, { ...site, ...change })
  }

  const create = (json: unknown, as: Person = owner) => api.request('POST', '/api/create-shareable-link', { as, json })
  const open = (token: unknown, as: Person = null) =>
    api.request('POST', '/api/get-shared-microsite', { as, json: { token } })
  const list = async (as: Person = owner, query = '') =>
    linkListSchema.parse((await api.request('GET', `/api/links${query}`, { as })).body).links
  async function createdLink(change: object = {}) {
    const reply = createLinkReplySchema.parse(
      (await create({ microsite_id: siteId, expires_in_days: 7, ...change })).body,
    )
    return { ...reply, token: reply.share_url.split('/s/')[1] ?? '' }
  }

  test.each([1, 3, 7, 14, 30, 90])('ends a link for %i days so many days later, to the millisecond', async (days) => {
    const { status, body } = await create({ microsite_id: siteId, expires_in_days: days })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      id: expect.any(String),
      // 256 bits in base64url.
      share_url: expect.stringMatching(/^https:\/\/calls\.example\/s\/[\w-]{43}$/),
      expires_at: new Date(now.getTime() + days * DAY).toISOString(),
      reachable: true,
      error: null,
    })
  })

  test.each([0, 2, 365, -1, '7', null])('refuses %j days', async (expires_in_days) => {
    const { status, body } = await create({ microsite_id: siteId, expires_in_days })
    expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code: 'invalid_request' }])
  })

  test('lets only the owner create a link', async () => {
    const visitor = await create({ microsite_id: siteId, expires_in_days: 7 }, null)
    expect([visitor.status, visitor.body]).toEqual([
      401,
      { success: false, error: 'You must be signed in', code: 'no_authorization' },
    ])
    for (const microsite_id of [siteId, randomUUID()]) {
      const { status, body } = await create({ microsite_id, expires_in_days: 7 }, stranger)
      expect([status, body]).toEqual([404, { success: false, error: 'Microsite not found.', code: 'not_found' }])
    }
    expect(await db.$count(db.schema.shareableLinks)).toBe(0)
  })

  test.each([
    ['processing', 200],
    ['transcript_ready', 200],
    ['failed', 409],
  ] as const)('answers sharing a microsite that is %s with %i', async (status, answered) => {
    const reply = await create({ microsite_id: await insertSite({ status }), expires_in_days: 7 })
    expect([reply.status, reply.body]).toMatchObject([answered, { success: answered === 200 }])
  })

  test('returns the progress of a page that is not ready', async () => {
    siteId = await insertSite({ status: 'processing', gptSummary: null })
    const { token } = await createdLink()
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(getSharedReplySchema.parse(body)).toMatchObject({ microsite: { title: 'Call' }, preparation: PREPARATION })
  })

  test('shows anyone with the link what is left after the fallbacks, and nothing else', async () => {
    siteId = await insertSite({
      gptSummaries: ['First.'],
      summary: null,
      quotes: [],
      gptQuotes: [{ text: 'Taken back', speaker: 'Ann' }],
      gptTodoList: [{ text: ' Send the offer ', speaker: 'Ben', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] }],
      actionPoints: ['Mine'],
      gptActionPoints: ['Theirs'],
      participants: ['Ann', 'Leo Brandt'],
      transcript: 'Ann: Hello',
      segments: [
        {
          id: 's1',
          start_ms: 0,
          end_ms: 2000,
          speaker: 'Ann',
          text: 'Hello',
          words: [{ text: 'Hello', start_ms: 0, end_ms: 500 }],
          heard: { speaker: 'Bob' },
        },
      ],
      transcriptInfo: { source: 'captions', draft: false, language: 'en', notice: null },
      durationMs: 2000,
      createdAt: now,
    })
    const { token, expires_at } = await createdLink()
    const { status, body } = await open(token)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      microsite: {
        ...SAMPLE_FIELDS,
        created_at: now.toISOString(),
        duration_ms: 2000,
        summary: 'First.',
        summary_evidence: [],
        quotes: [],
        action_points: [{ text: 'Mine', speaker: null }],
        important_points: [],
        todo_list: [{ text: 'Send the offer', speaker: 'Ben', start_ms: 1000, end_ms: 2000, segment_ids: ['s1'] }],
        chapters: [],
        transcript: 'Ann: Hello',
        segments: [{ id: 's1', start_ms: 0, end_ms: 2000, speaker: 'Ann', text: 'Hello' }],
        transcript_info: { source: 'captions', draft: false, language: 'en', notice: null },
        branding: BRANDING,
      },
      expires_at,
      own_microsite_id: null,
      preparation: null,
      error: null,
    })
    expect(JSON.stringify(body)).not.toMatch(
      new RegExp(`gpt_|user_id|video_url|${owner.userId}|Taken back|Theirs|Leo Brandt`),
    )
    getSharedReplySchema.parse(body)
  })

  test('includes only items that the owner added in shared responses', async () => {
    const pick = { text: 'Only for Ben', start_ms: 0, end_ms: 1000, segment_ids: ['s1'], unconfirmed: true }
    const sure = { text: 'Ann and Ben spoke.', start_ms: 0, end_ms: 1000, segment_ids: ['s1'] }
    siteId = await insertSite({
      gptSummary: 'Ann and Ben spoke. Only for Ben',
      summaryEvidence: [sure, pick],
      gptQuotes: [pick, sure],
      gptActionPoints: [pick],
      gptImportantPoints: [pick],
      todoList: [pick, 'Mine'],
    })
    const { token } = await createdLink()
    const { body } = await open(token)
    const { microsite } = getSharedReplySchema.parse(body)
    expect(microsite).toMatchObject({
      summary: 'Ann and Ben spoke.',
      summary_evidence: [{ text: 'Ann and Ben spoke.' }],
      quotes: [{ text: 'Ann and Ben spoke.' }],
      action_points: [],
      important_points: [],
      todo_list: [{ text: 'Mine' }],
    })
    expect(JSON.stringify(body)).not.toMatch(/Only for Ben|unconfirmed/)
  })

  test('keeps a draft’s words, because doubtful ones are marked', async () => {
    const word = { text: 'Hello', start_ms: 0, end_ms: 500, confidence: 0.2 }
    siteId = await insertSite({
      segments: [
        { id: 's1', start_ms: 0, end_ms: 500, speaker: null, text: 'Hello', words: [word], heard: { speaker: 'Bob' } },
      ],
      transcriptInfo: { source: 'sphinx', draft: true, language: 'en', notice: 'A draft.' },
    })
    const { body } = await open((await createdLink()).token)
    expect(body).toMatchObject({ microsite: { segments: [{ words: [word] }] } })
    expect(JSON.stringify(body)).not.toContain('Bob')
  })

  test('shows only the owner what verification marked or withheld, and chapters with the transcript', async () => {
    const at = (start_ms: number) => ({ start_ms, end_ms: start_ms + 1000, segment_ids: [] })
    siteId = await insertSite({
      gptSummary: 'They pay 40.',
      summaryEvidence: [{ text: 'They pay 40.', ...at(0), unproven: ['forty-mark'] }],
      gptTodoList: [{ text: 'Pay 50', ...at(0), unproven: ['fifty-mark'] }],
      withheld: [
        { list: 'todo_list', text: 'Withheld step', reason: 'taken_back', detail: 'withheld-detail', segment_ids: [] },
      ],
      analysisNotice: 'Owner-notice',
      damage: { heldMs: 11_000, statedMs: 178_000 },
      chapters: [
        { text: 'Hello', ...at(0) },
        { text: 'The price', ...at(1000) },
      ],
    })
    const shown = { summary: 'They pay 40.', todo_list: [{ text: 'Pay 50' }] }
    const whole = (await open((await createdLink()).token)).body
    expect(whole).toMatchObject({
      microsite: { ...shown, chapters: [{ text: 'Hello' }, { text: 'The price', start_ms: 1000 }] },
    })
    const part = (await open((await createdLink({ sections: ['summary', 'todo_list'] })).token)).body
    expect(part).toMatchObject({ microsite: { ...shown, chapters: [] } })
    for (const body of [whole, part])
      expect(JSON.stringify(body)).not.toMatch(/unproven|-mark|withheld|owner-notice|reviewed|damage/i)
  })

  test('tells only the owner which microsite it is, and ignores an old token', async () => {
    const { token } = await createdLink()
    expect((await open(token, owner)).body).toMatchObject({ own_microsite_id: siteId })
    for (const as of [stranger, { userId: owner.userId, token: 'expired' }])
      expect((await open(token, as)).body).toMatchObject({ success: true, own_microsite_id: null })
  })

  test('expires a link exactly at its end: 410 with the end and no microsite', async () => {
    const { token, expires_at } = await createdLink({ expires_in_days: 1 })
    now = new Date(now.getTime() + DAY - 1)
    expect((await open(token)).status).toBe(200)
    now = new Date(now.getTime() + 1)
    const { status, body } = await open(token)
    expect([status, body]).toEqual([
      410,
      { success: false, error: expect.stringContaining('has expired'), code: 'link_expired', expires_at },
    ])
    shareErrorSchema.parse(body)
  })

  test('answers unknown and deleted links alike', async () => {
    const { id, token } = await createdLink()
    const answers = [await open(randomUUID()), await open(`${token}x`)]
    expect((await open(token)).status).toBe(200)
    expect((await api.request('DELETE', `/api/links/${id}`, { as: owner })).status).toBe(204)
    answers.push(await open(token))
    for (const { status, body } of answers)
      expect([status, body]).toEqual([404, { success: false, error: 'Link expired or not found', code: 'not_found' }])
  })

  test('ends a link with its microsite', async () => {
    const { token } = await createdLink()
    await db.delete(db.schema.microsites)
    expect((await open(token)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test.each([{ token: '' }, { token: 'x'.repeat(201) }, { token: 7 }, {}, 'no object'])(
    'refuses a body of %j as the functions do',
    async (json) => {
      const { status, body } = await api.request('POST', '/api/get-shared-microsite', { json })
      expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code: 'invalid_request' }])
    },
  )

  test('refuses broken JSON as the functions do', async () => {
    const { status, body } = await api.request('POST', '/api/get-shared-microsite', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect([status, body]).toEqual([400, { success: false, error: expect.any(String), code: 'invalid_request' }])
  })

  test('makes a client that keeps opening links wait, but not others', async () => {
    const { token } = await createdLink()
    await limiter.take({ name: 'shared_microsite', points: 3000, seconds: 5 * 60 }, clients.at(-1) ?? '', 2999)
    expect((await open('unknown')).status).toBe(404)
    const { status, headers, body } = await open(token)
    expect([status, body]).toEqual([429, { success: false, error: expect.any(String), code: 'too_many_requests' }])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    clients.push('another')
    expect((await open(token)).status).toBe(200)
  })

  test('lists links newest first with their microsite, all or those of one', async () => {
    const first = await createdLink({ label: ' Acme, procurement ' })
    now = new Date(now.getTime() + 1000)
    const second = await createdLink({ label: '' })
    const other = await insertSite({ title: 'Other' })
    now = new Date(now.getTime() + 1000)
    const third = await createdLink({ microsite_id: other })
    const links = await list()
    expect(links.map(({ id }) => id)).toEqual([third.id, second.id, first.id])
    expect(links.map(({ label }) => label)).toEqual([null, null, 'Acme, procurement'])
    expect(links[0]).toMatchObject({
      token: third.token,
      share_url: third.share_url,
      created_by_user_id: owner.userId,
      microsite_id: other,
      view_count: 0,
      microsite: { id: other, title: 'Other' },
    })
    expect((await list(owner, `?microsite_id=${other}`)).map(({ id }) => id)).toEqual([third.id])
    expect(await list(stranger, `?microsite_id=${other}`)).toEqual([])
  })

  test('counts a new end from now, and reactivates an ended link', async () => {
    const { id, token } = await createdLink({ expires_in_days: 1, label: 'Acme' })
    now = new Date(now.getTime() + 2 * DAY)
    expect((await open(token)).status).toBe(410)
    const { status, body } = await api.request('PATCH', `/api/links/${id}`, { as: owner, json: { expires_in_days: 3 } })
    expect(status).toBe(200)
    expect(shareableLinkSchema.parse(body)).toMatchObject({
      id,
      token,
      label: 'Acme',
      expires_at: new Date(now.getTime() + 3 * DAY).toISOString(),
    })
    expect((await open(token)).status).toBe(200)
    expect((await api.request('PATCH', `/api/links/${id}`, { as: owner, json: { label: null } })).body).toMatchObject({
      label: null,
    })
  })

  test('sets a link’s options on creation or later, all off by default', async () => {
    const OFF = {
      has_password: false,
      asks_email: false,
      sections: null,
      with_video: false,
      when_ready: false,
      revoked_at: null,
      last_opened_at: null,
    }
    const choice = {
      password: 'open sesame',
      asks_email: true,
      sections: ['transcript', 'summary', 'summary'],
      with_video: true,
      when_ready: true,
    }
    const chosen = {
      ...OFF,
      has_password: true,
      asks_email: true,
      sections: ['summary', 'transcript'],
      with_video: true,
      when_ready: true,
    }
    const { id } = await createdLink()
    expect(await list()).toMatchObject([OFF])
    const change = async (json: object) =>
      shareableLinkSchema.parse((await api.request('PATCH', `/api/links/${id}`, { as: owner, json })).body)
    expect(await change(choice)).toMatchObject(chosen)
    expect(await change({ label: 'Acme' })).toMatchObject(chosen)
    expect(
      await change({ password: null, asks_email: false, sections: null, with_video: false, when_ready: false }),
    ).toMatchObject(OFF)
    now = new Date(now.getTime() + 1)
    await createdLink(choice)
    expect((await list())[0]).toMatchObject(chosen)
  })

  test('keeps a revoked link closed and listed until it is restored', async () => {
    const { id, token } = await createdLink()
    const revoke = async (revoked: boolean) =>
      shareableLinkSchema.parse((await api.request('PATCH', `/api/links/${id}`, { as: owner, json: { revoked } })).body)
        .revoked_at
    const revokedAt = now.toISOString()
    expect(await revoke(true)).toBe(revokedAt)
    now = new Date(now.getTime() + 1000)
    expect(await revoke(true)).toBe(revokedAt)
    expect((await open(token)).status).toBe(404)
    expect(await list()).toMatchObject([{ id, revoked_at: revokedAt }])
    expect(await revoke(false)).toBeNull()
    expect((await open(token)).status).toBe(200)
  })

  test.each([
    {},
    { expires_in_days: 2 },
    { label: 'x'.repeat(121) },
    { password: 'abc' },
    { sections: [] },
    { sections: ['video'] },
    { revoked: 'yes' },
  ])('refuses a change to %j', async (json) => {
    const { id } = await createdLink()
    const { status, body } = await api.request('PATCH', `/api/links/${id}`, { as: owner, json })
    expect([status, body]).toEqual([400, { error: { code: 'invalid_request', message: expect.any(String) } }])
  })

  test.each([
    ['GET', '/api/links'],
    ['PATCH', '/api/links/{id}'],
    ['DELETE', '/api/links/{id}'],
  ])('shows and does nothing for others: %s %s', async (method, path) => {
    const { id, token } = await createdLink()
    const json = method === 'PATCH' ? { json: { label: 'mine now' } } : {}
    const ask = (as: Person) => api.request(method, path.replace('{id}', id), { as, ...json })
    expect((await ask(null)).status).toBe(401)
    const answer = await ask(stranger)
    if (method === 'GET') expect(answer.body).toEqual({ links: [] })
    else
      expect([answer.status, answer.body]).toEqual([
        404,
        { error: { code: 'not_found', message: 'Shared link not found.' } },
      ])
    expect(await list()).toMatchObject([{ id, token, label: null }])
  })
})
