import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { previewSchema } from '@callfolio/shared/contract/shared-page.ts'
import type { SharedPage } from '@callfolio/shared/shared-page.ts'
import { createPasswords } from '../accounts/passwords.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { createAddresses } from '../http/origin.ts'
import { AppError } from '../kernel/errors.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { getOwned } from '../microsites/get-owned.ts'
import { createMicrositesRepo } from '../microsites/microsites-repo.ts'
import { startApi, type Api, type Person } from '../testing/api-server.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { createLinksRepo } from './links-repo.ts'
import type { PageBuild } from './page-renderer.ts'
import { pageRoutes } from './page-routes.ts'
import { createPageTickets } from './page-tickets.ts'
import { pageViewRoutes } from './page-view-routes.ts'
import { createViewsRepo } from './page-views-repo.ts'
import { previewRoutes } from './preview-routes.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const MINUTE = 60_000

/** Of pages that aren't ready. */
const PREPARATION = { arriving: false, progress: 0.25, seconds_left: 240, made_by: 'Ann Rep' }

/** Writes a page as the JSON of what it was given. */
const asJson: PageBuild = {
  render: (page) => JSON.stringify(page),
  assets: { script: '/script.js', styles: [], font: null },
}

describe('shared pages over HTTP', () => {
  let db: Database
  let api: Api
  let owner: NonNullable<Person>
  let token: string
  let siteId: string
  let now: Date
  let client: string
  let build: () => Promise<PageBuild>

  beforeAll(async () => {
    db = await openDatabase(':memory:')
    const microsites = createMicrositesRepo(db)
    api = await startApi(db, (authenticate) => {
      const clock = () => now
      const deps = {
        links: createLinksRepo(db),
        readOwned: (userId: string, id: string) => getOwned(microsites, userId, id),
        branding: async () => ({ accent: null, logo_url: null }),
        preparation: async () => PREPARATION,
        tickets: createPageTickets({ secretKey: 'a secret of a server that runs in a test', clock }),
        views: createViewsRepo(db),
        passwords: createPasswords(),
        clock,
        origin: createAddresses({ publicUrl: 'https://calls.example' }).origin,
        limiter: createMemoryRateLimiter(),
        clientAddress: () => client,
        authenticate,
      }
      return [previewRoutes(deps), pageViewRoutes(deps), pageRoutes({ ...deps, build: () => build() })]
    })
  })
  afterAll(async () => {
    await api.close()
    await db.close()
  })
  beforeEach(async () => {
    now = new Date('2026-11-21T10:00:00.000Z')
    client = randomUUID()
    build = async () => asJson
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
    const { page } = await open(`/s/${token}`)
    return page?.state === 'open' ? page.viewTicket : ''
  }
  const tell = (sealed: string, { as = null, agent = BROWSER }: { as?: Person; agent?: string } = {}) =>
    api.request('POST', '/api/views', { as, json: { ticket: sealed }, headers: { 'user-agent': agent } })
  const later = (ms: number) => (now = new Date(now.getTime() + ms))
  async function counts() {
    const [link, site] = await Promise.all([
      createLinksRepo(db).findByToken(token),
      createMicrositesRepo(db).findOwned(owner.userId, siteId),
    ])
    return [link?.viewCount, site?.viewCount]
  }

  test('a good link is the page with its end and a ticket, and is kept by nobody', async () => {
    const { status, headers, page } = await open(`/s/${token}`)
    expect(status).toBe(200)
    expect(page).toMatchObject({
      state: 'open',
      microsite: { title: 'Call', summary: 'They agreed.' },
      expiresAt: '2026-11-21T11:00:00.000Z',
    })
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })

  test('the ticket reveals neither the link nor its owner', async () => {
    const sealed = await ticket()
    const readable = sealed
      .split('.')
      .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
      .join()
    for (const secret of [token, owner.userId, siteId]) expect(readable).not.toContain(secret)
  })

  test('an expired link is 410 from its end on and holds no microsite', async () => {
    later(60 * MINUTE)
    const { status, page } = await open(`/s/${token}`)
    expect([status, page]).toEqual([410, { state: 'expired' }])
  })

  test('unknown, deleted and revoked ones are the same 404', async () => {
    const gone = [404, { state: 'gone', message: 'Link expired or not found' }]
    const answer = async (path: string) => (({ status, page }) => [status, page])(await open(path))
    expect(await answer(`/s/${randomUUID()}`)).toEqual(gone)
    expect(await answer(`/s/${token}/more`)).toEqual(gone)
    expect(await answer('/s/preview/forged')).toEqual(gone)
    await db.update(db.schema.shareableLinks).set({ revokedAt: now })
    expect(await answer(`/s/${token}`)).toEqual(gone)
    await db.delete(db.schema.shareableLinks)
    expect(await answer(`/s/${token}`)).toEqual(gone)
  })

  test.each(['/s', '/s/'])('%s has no token', async (path) => {
    const { status, page } = await open(path)
    expect([status, page]).toEqual([404, { state: 'gone', message: 'Invalid link' }])
  })

  test('a page that breaks says so, and one that is not built says what to do', async () => {
    build = async () => ({
      ...asJson,
      render: (page, frame) => (page.state === 'open' ? String(JSON.parse('{')) : asJson.render(page, frame)),
    })
    const broken = await open(`/s/${token}`)
    expect([broken.status, broken.page]).toEqual([500, { state: 'failed', message: 'Failed to load microsite' }])
    build = async () => {
      throw new AppError('unavailable', 'The web app is not built yet.')
    }
    expect(await open(`/s/${token}`)).toMatchObject({ status: 503, text: 'The web app is not built yet.' })
  })

  test('one client can not keep the server busy, another goes on', async () => {
    const statuses = await Promise.all(Array.from({ length: 601 }, async () => (await open('/s/none', 'HEAD')).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    client = randomUUID()
    expect((await open(`/s/${token}`)).status).toBe(200)
  })

  describe('a view', () => {
    test('is counted for the link and its microsite, once per page', async () => {
      const [first, second] = [await ticket(), await ticket()]
      later(3000)
      for (const sealed of [first, first, second]) expect(await tell(sealed)).toMatchObject({ status: 204, body: null })
      expect(await counts()).toEqual([2, 2])
    })

    test('of a phone whose maker’s name ends like a program’s counts', async () => {
      const sealed = await ticket()
      later(3000)
      await tell(sealed, {
        agent: 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) Chrome/156.0.0.0 Mobile Safari/537.36',
      })
      expect(await counts()).toEqual([1, 1])
    })

    test('of a signed-in stranger counts, of the owner does not, and an old token reads as a visitor', async () => {
      const tickets = [await ticket(), await ticket(), await ticket()]
      later(3000)
      await tell(tickets[0] ?? '', { as: owner })
      expect(await counts()).toEqual([0, 0])
      await tell(tickets[1] ?? '', { as: await api.signUp() })
      await tell(tickets[2] ?? '', { as: { userId: owner.userId, token: 'old' } })
      expect(await counts()).toEqual([2, 2])
    })

    test('is not counted by opening the page, too soon, too late, forged, or by a program that says it is one', async () => {
      await open(`/s/${token}`, 'HEAD')
      const sealed = await ticket()
      later(2000)
      await tell(sealed)
      later(2000)
      await tell(`${sealed.slice(0, -4)}AAAA`)
      await tell('nothing')
      for (const agent of [
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Googlebot/2.1',
        'facebookexternalhit/1.1',
        'curl/8.5.0',
      ])
        await tell(sealed, { agent })
      expect(await counts()).toEqual([0, 0])
      later(24 * 60 * MINUTE)
      await tell(sealed)
      expect(await counts()).toEqual([0, 0])
    })

    test('is not counted once the link has ended or is gone', async () => {
      const sealed = await ticket()
      later(60 * MINUTE)
      await tell(sealed)
      expect(await counts()).toEqual([0, 0])
      await db.delete(db.schema.shareableLinks)
      expect(await tell(sealed)).toMatchObject({ status: 204 })
    })

    test('from one address counts up to 60 times an hour', async () => {
      const tickets = await Promise.all(Array.from({ length: 62 }, ticket))
      later(3000)
      for (const sealed of tickets) await tell(sealed)
      expect(await counts()).toEqual([60, 60])
    })
  })

  describe('a preview', () => {
    const ask = (as: Person, id = siteId) => api.request('POST', `/api/microsites/${id}/preview`, { as })

    test('shows its owner for five minutes what a recipient sees, without a ticket', async () => {
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

    test('is for the owner only, and for a microsite that is ready', async () => {
      expect((await ask(null)).status).toBe(401)
      expect((await ask(await api.signUp())).status).toBe(404)
      expect((await ask(owner, await insertSite({ status: 'processing' }))).status).toBe(409)
    })

    test('of a microsite that was deleted meanwhile is gone', async () => {
      const { url } = previewSchema.parse((await ask(owner)).body)
      await db.delete(db.schema.microsites)
      expect((await open(new URL(url).pathname)).status).toBe(404)
    })

    test('and a page’s ticket are two different things', async () => {
      expect((await open(`/s/preview/${await ticket()}`)).status).toBe(404)
    })
  })
})
