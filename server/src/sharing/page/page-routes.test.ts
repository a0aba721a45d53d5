import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import type { SharedPage } from '@callfolio/shared/page/shared-page.ts'
import { createPasswords } from '../../accounts/passwords.ts'
import type { Database } from '../../db/database.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { createAddresses } from '../../http/origin.ts'
import { AppError } from '../../kernel/errors.ts'
import { createGuessLimiter } from '../../limits/guess-limiter.ts'
import { createMemoryRateLimiter } from '../../limits/rate-limiter-memory.ts'
import { getOwned } from '../../microsites/records/get-owned.ts'
import { createMicrositesRepo } from '../../microsites/records/microsites-repo.ts'
import { startApi, type Api, type Person } from '../../testing/api-server.ts'
import { openMemory } from '../../testing/databases.ts'
import { insertMicrosite, updateMicrosite } from '../../testing/microsites.ts'
import { createLinksRepo } from '../links/links-repo.ts'
import { createPageCache } from './page-cache.ts'
import type { RenderPages } from './page-renderer.ts'
import { pageRoutes } from './page-routes.ts'
import { createPageTickets } from '../links/page-tickets.ts'
import { pageViewRoutes } from '../views/page-view-routes.ts'
import { createViewsRepo } from '../views/page-views-repo.ts'
import { previewRoutes } from '../preview-routes.ts'
import { BOTH_DATABASES } from '../../testing/databases.ts'
import { renderHere, startSharing } from '../sharing.testing.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const MINUTE = 60_000

/** For pages that aren't ready. */
const PREPARATION = { arriving: false, progress: 0.25, seconds_left: 240, made_by: 'Ann Rep' }

describe('shared pages over HTTP', () => {
  const limiter = createMemoryRateLimiter()
  /** Uses up a limit. */
  const useUp = async (name: string, key: string) => {
    const rule = { name, points: 3000, seconds: 5 * 60 }
    while ((await limiter.take(rule, key)) === null);
  }
  let db: Database
  let api: Api
  let owner: NonNullable<Person>
  let token: string
  let siteId: string
  let now: Date
  let client: string
  let render: RenderPages
  let renderUsual: RenderPages

  beforeAll(async () => {
    db = await openMemory()
    const microsites = createMicrositesRepo(db)
    renderUsual = renderHere((userId, id) => getOwned(microsites, userId, id))
    api = await startApi(db, (authenticate) => {
      const clock = () => now
      const deps = {
        links: createLinksRepo(db),
        pages: createPageCache((job) => render(job)),
        branding: async () => ({ accent: null, logo_url: null }),
        pageEnd: async () => null,
        preparation: async () => PREPARATION,
        tickets: createPageTickets({ secretKey: 'a secret of a server that runs in a test', clock }),
        views: createViewsRepo(db),
        passwords: createPasswords(),
        guesses: createGuessLimiter({ db, clock, secretKey: 'a secret' }),
        clock,
        origin: createAddresses({ publicUrl: 'https://calls.example' }).origin,
        limiter,
        clientAddress: () => client,
        authenticate,
      }
      return [previewRoutes(deps), pageViewRoutes(deps), pageRoutes(deps)]
    })
  })
  afterAll(async () => {
    await api.close()
    await db.close()
  })
  beforeEach(async () => {
    now = new Date('2026-11-21T10:00:00.000Z')
    client = randomUUID()
    render = renderUsual
    owner = await api.signUp()
    token = randomUUID()
    siteId = await insertSite({})
    const expiresAt = new Date(now.getTime() + 60 * MINUTE)
    await db
      .insert(db.schema.shareableLinks)
      .values({ id: randomUUID(), token, micrositeId: siteId, createdByUserId: owner.userId, expiresAt })
  })

  const insertSite = (change: Partial<MicrositeRow>) =>
    insertMicrosite(db, { userId: owner.userId, gptSummary: 'They agreed.', ...change })
  async function open(path: string, method = 'GET') {
    const response = await fetch(api.url + path, { method })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      page: (text.startsWith('{') ? JSON.parse(text) : null) as SharedPage | null,
    }
  }
  async function ticket() {
    const response = await fetch(`${api.url}/s/${token}/ticket`)
    return response.ok ? response.text() : ''
  }
  const report = (sealed: string, { as = null, agent = BROWSER }: { as?: Person; agent?: string } = {}) =>
    api.request('POST', '/api/views', { as, json: { ticket: sealed }, headers: { 'user-agent': agent } })
  const later = (ms: number) => (now = new Date(now.getTime() + ms))
  async function counts() {
    const [link, site] = await Promise.all([
      createLinksRepo(db).findProgress(token),
      createMicrositesRepo(db).findOwned(owner.userId, siteId),
    ])
    return [link?.link.viewCount, site?.viewCount]
  }

  test('renders a page once for all visitors and queries, and again after a change', async () => {
    let rendered = 0
    render = (job) => ((rendered += 1), renderUsual(job))
    const queries = ['', '', '?t=4', '?t=9', '?utm_source=mail', '?a=1&b=2']
    const replies = await Promise.all(queries.map((query) => open(`/s/${token}${query}`)))
    expect(replies.map(({ page }) => page?.state)).toEqual(queries.map(() => 'open'))
    expect(rendered).toBe(1)
    await updateMicrosite(db, siteId, { title: 'Edited', updatedAt: new Date() })
    expect((await open(`/s/${token}`)).page).toMatchObject({ microsite: { title: 'Edited' } })
    await db
      .update(db.schema.shareableLinks)
      .set({ sections: ['quotes'] })
      .where(eq(db.schema.shareableLinks.token, token))
    expect((await open(`/s/${token}`)).page).toMatchObject({ microsite: { summary: null } })
    expect(rendered).toBe(3)
  })

  test.each<[string, () => Promise<unknown>, number, string]>([
    ['revoked', () => db.update(db.schema.shareableLinks).set({ revokedAt: now }), 404, 'gone'],
    ['expired', async () => later(60 * MINUTE), 410, 'expired'],
    ['deleted with its microsite', () => db.delete(db.schema.microsites), 404, 'gone'],
  ])('shows nothing of a page whose link was %s during rendering', async (_what, end, status, state) => {
    render = async (job) => {
      const page = await renderUsual(job)
      if (job.what === 'page') await end()
      return page
    }
    const reply = await open(`/s/${token}`)
    expect([reply.status, reply.page?.state]).toEqual([status, state])
  })

  test('renders again when the link shows less than was rendered, and gives up when it keeps changing', async () => {
    const show = (sections: ['summary'] | ['quotes']) => db.update(db.schema.shareableLinks).set({ sections })
    render = async (job) => {
      const page = await renderUsual(job)
      if (job.what === 'page' && job.view.link.sections === null) await show(['quotes'])
      return page
    }
    expect((await open(`/s/${token}`)).page).toMatchObject({ state: 'open', microsite: { summary: null } })
    let turn = 0
    render = async (job) => {
      const page = await renderUsual(job)
      if (job.what === 'page') await updateMicrosite(db, siteId, { updatedAt: new Date(now.getTime() + (turn += 1)) })
      return page
    }
    await updateMicrosite(db, siteId, { updatedAt: new Date(0) })
    expect((await open(`/s/${token}`)).status).toBe(503)
  })

  test('lets a browser revalidate a cached page: 304 while unchanged, never after the link has ended', async () => {
    const first = await open(`/s/${token}`)
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = () => fetch(`${api.url}/s/${token}`, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await updateMicrosite(db, siteId, { title: 'Edited', updatedAt: new Date() })
    expect((await again()).status).toBe(200)
    await db.update(db.schema.shareableLinks).set({ revokedAt: now })
    expect((await again()).status).toBe(404)
  })

  test('sends a page compressed or plain, as its client accepts', async () => {
    const ask = async (encoding: string) => {
      const { headers, body } = await api.app.request(`/s/${token}`, {
        headers: { 'host': 'localhost', 'accept-encoding': encoding },
      })
      return { encoding: headers.get('content-encoding'), bytes: Buffer.from(await new Response(body).arrayBuffer()) }
    }
    const [packed, plain] = [await ask('gzip, br'), await ask('identity')]
    expect([packed.encoding, plain.encoding]).toEqual(['gzip', null])
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
  })

  test('limits requests to one link, from any client, while other links work', async () => {
    for (const [name, path] of [
      ['shared_page_link', ''],
      ['shared_ticket_link', '/ticket'],
    ] as const) {
      await useUp(name, 'none')
      client = randomUUID()
      expect((await open(`/s/none${path}`)).status).toBe(429)
      expect((await open(`/s/${token}${path}`)).status).not.toBe(429)
    }
  })

  test('returns a valid link’s page with its end, for its reader alone', async () => {
    const { status, headers, page } = await open(`/s/${token}`)
    expect(status).toBe(200)
    expect(page).toMatchObject({
      state: 'open',
      microsite: { title: 'Call', summary: 'They agreed.' },
      expiresAt: '2026-11-21T11:00:00.000Z',
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('reveals neither the link nor its owner in the ticket', async () => {
    const sealed = await ticket()
    const readable = sealed
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join()
    for (const secret of [token, owner.userId, siteId]) expect(readable).not.toContain(secret)
  })

  test('returns 410 without a microsite for an expired link from its end on', async () => {
    later(60 * MINUTE)
    const { status, page } = await open(`/s/${token}`)
    expect([status, page]).toEqual([410, { state: 'expired' }])
  })

  test('returns the same 404 for unknown, deleted and revoked links', async () => {
    const gone = [404, { state: 'gone', why: 'unknown' }]
    const answer = async (path: string) => (({ status, page }) => [status, page])(await open(path))
    expect(await answer(`/s/${randomUUID()}`)).toEqual(gone)
    expect(await answer(`/s/${token}/more`)).toEqual(gone)
    expect(await answer('/s/preview/forged')).toEqual(gone)
    await db.update(db.schema.shareableLinks).set({ revokedAt: now })
    expect(await answer(`/s/${token}`)).toEqual(gone)
    await db.delete(db.schema.shareableLinks)
    expect(await answer(`/s/${token}`)).toEqual(gone)
  })

  test.each(['/s', '/s/'])('returns 404 for %s, which has no token', async (path) => {
    const { status, page } = await open(path)
    expect([status, page]).toEqual([404, { state: 'gone', why: 'invalid' }])
  })

  test('reports a page that breaks, and says what to do when it is not built', async () => {
    render = (job) => (job.what === 'page' ? Promise.reject(new SyntaxError('broken')) : renderUsual(job))
    const broken = await open(`/s/${token}`)
    expect([broken.status, broken.page]).toEqual([500, { state: 'failed' }])
    render = () => Promise.reject(new SyntaxError('broken'))
    expect((await open(`/s/${token}?again`)).status).toBe(500)
    render = () => Promise.reject(new AppError('unavailable', 'The web app is not built yet.'))
    expect(await open(`/s/${token}`)).toMatchObject({ status: 503, text: 'The web app is not built yet.' })
  })

  test('limits one client while another continues', async () => {
    await useUp('shared_page', client)
    expect((await open('/s/none', 'HEAD')).status).toBe(429)
    client = randomUUID()
    expect((await open(`/s/${token}`)).status).toBe(200)
  })

  describe('a view', () => {
    test('is counted for the link and its microsite, once per page', async () => {
      const [first, second] = [await ticket(), await ticket()]
      later(3000)
      for (const sealed of [first, first, second])
        expect(await report(sealed)).toMatchObject({ status: 204, body: null })
      expect(await counts()).toEqual([2, 2])
    })

    test('of a phone counts when its maker’s name ends like a program’s', async () => {
      const sealed = await ticket()
      later(3000)
      await report(sealed, {
        agent: 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) Chrome/156.0.0.0 Mobile Safari/537.36',
      })
      expect(await counts()).toEqual([1, 1])
    })

    test('counts for a signed-in stranger and an old token, but not for the owner', async () => {
      const tickets = [await ticket(), await ticket(), await ticket()]
      later(3000)
      await report(tickets[0] ?? '', { as: owner })
      expect(await counts()).toEqual([0, 0])
      await report(tickets[1] ?? '', { as: await api.signUp() })
      await report(tickets[2] ?? '', { as: { userId: owner.userId, token: 'old' } })
      expect(await counts()).toEqual([2, 2])
    })

    test('is not counted by opening the page, too soon, too late, forged, or by a self-declared bot', async () => {
      await open(`/s/${token}`, 'HEAD')
      const sealed = await ticket()
      later(2000)
      await report(sealed)
      later(2000)
      await report(`${sealed.slice(0, -4)}AAAA`)
      await report('nothing')
      for (const agent of [
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Googlebot/2.1',
        'facebookexternalhit/1.1',
        'curl/8.5.0',
      ])
        await report(sealed, { agent })
      expect(await counts()).toEqual([0, 0])
      later(24 * 60 * MINUTE)
      await report(sealed)
      expect(await counts()).toEqual([0, 0])
    })

    test('is not counted once the link has ended or is deleted', async () => {
      const sealed = await ticket()
      later(60 * MINUTE)
      await report(sealed)
      expect(await counts()).toEqual([0, 0])
      await db.delete(db.schema.shareableLinks)
      expect(await report(sealed)).toMatchObject({ status: 204 })
    })

    test('from one address counts up to 60 times an hour', async () => {
      const tickets = await Promise.all(Array.from({ length: 62 }, ticket))
      later(3000)
      for (const sealed of tickets) await report(sealed)
      expect(await counts()).toEqual([60, 60])
    })
  })

  describe('a preview', () => {
    const ask = (as: Person, id = siteId) => api.request('POST', `/api/microsites/${id}/preview`, { as })

    test('shows its owner the recipient’s view for five minutes, without a ticket', async () => {
      const { url, expires_at } = previewSchema.parse((await ask(owner)).body)
      expect(expires_at).toBe('2026-11-21T10:05:00.000Z')
      expect(url).toMatch(/^https:\/\/calls\.example\/s\/preview\//)
      const { pathname } = new URL(url)
      const shared = await open(`/s/${token}`)
      const { status, page } = await open(pathname)
      expect(status).toBe(200)
      expect(page).toEqual({ state: 'preview', microsite: (shared.page as { microsite: unknown }).microsite })
      later(5 * MINUTE)
      expect(await open(pathname)).toMatchObject({ status: 410, page: { state: 'preview_ended' } })
    })

    test('is only for the owner, and for a ready microsite', async () => {
      expect((await ask(null)).status).toBe(401)
      expect((await ask(await api.signUp())).status).toBe(404)
      expect((await ask(owner, await insertSite({ status: 'processing' }))).status).toBe(409)
    })

    test('ends when its microsite is deleted', async () => {
      const { url } = previewSchema.parse((await ask(owner)).body)
      await db.delete(db.schema.microsites)
      expect((await open(new URL(url).pathname)).status).toBe(404)
    })

    test('is not opened by a page’s ticket', async () => {
      expect((await open(`/s/preview/${await ticket()}`)).status).toBe(404)
    })
  })
})

describe.each(BOTH_DATABASES)('a NUL in a request on %s', (_name, open) => {
  test('is answered like an impossible value: no link, not found, or a refusal', async () => {
    const sharing = await startSharing({ database: await open() })
    const { api, owner } = sharing
    const link = await sharing.share(await sharing.insertSite())
    const answers = [
      (await sharing.open('%00')).status,
      (await api.request('POST', '/api/get-shared-microsite', { json: { token: '\u0000' } })).status,
      (await api.request('POST', '/api/microsites/%00/preview', { as: owner })).status,
      (await sharing.change(link, { label: 'a\u0000b' })).status,
    ]
    expect(
      answers.slice(0, 3).every((status) => status === 404 || status === 400),
      String(answers),
    ).toBe(true)
    expect([200, 400]).toContain(answers[3])
    await sharing.close()
  })
})
