import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { createLinkReplySchema, type CreateLink } from '@callfolio/shared/contract/share.ts'
import { SHARED_PAGE_PATHS, type RenderSharedPage, type SharedPage } from '@callfolio/shared/page/shared-page.ts'
import { createPasswords } from '../accounts/passwords.ts'
import type { Database } from '../db/database.ts'
import type { MicrositeRow } from '../db/schema.ts'
import { createAddresses } from '../http/origin.ts'
import type { Logger } from '../kernel/logger.ts'
import { createGuessLimiter } from '../limits/guess-limiter.ts'
import { createMemoryRateLimiter } from '../limits/rate-limiter-memory.ts'
import { getOwned } from '../microsites/records/get-owned.ts'
import { createMicrositesRepo } from '../microsites/records/microsites-repo.ts'
import type { DrawLinkCard } from '../pictures/link-card.ts'
import { createDiskStorage } from '../storage/disk.ts'
import { createLinkSigner } from '../storage/signed-links.ts'
import { startApi, type Person } from '../testing/api-server.ts'
import { openMemory } from '../testing/databases.ts'
import { insertMicrosite, updateMicrosite } from '../testing/microsites.ts'
import { shareFunctionRoutes } from './function-routes.ts'
import { createLinksRepo } from './links/links-repo.ts'
import { pageCardRoutes } from './media/page-card-routes.ts'
import type { ReadOwned } from './page/owned-microsite.ts'
import { createLivePages } from './page/live-pages.ts'
import { pageLiveRoutes } from './page/page-live-routes.ts'
import { pageMediaRoutes } from './media/page-media-routes.ts'
import { packPage } from './page/pack-page.ts'
import { createPageCache } from './page/page-cache.ts'
import type { RenderPages } from './page/page-renderer.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createPageTickets } from './links/page-tickets.ts'
import { pageViewRoutes } from './views/page-view-routes.ts'
import { createReadPreparation } from './page/preparation.ts'
import { createViewsRepo } from './views/page-views-repo.ts'
import { previewRoutes } from './preview-routes.ts'
import { renderPage } from './page/render-page.ts'
import { linkRoutes } from './routes.ts'

const SECRET = 'a secret of a server that runs in a test'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** Renders a page as the JSON of what it shows. */
const asJson: RenderSharedPage = (page) => JSON.stringify(page)

/** Renders in this process, which has the test's database. */
export function renderHere(readOwned: ReadOwned, render: RenderSharedPage = asJson): RenderPages {
  const assets = { script: '/script.js', styles: '', font: null }
  return async (job) => {
    const text = await renderPage({ readOwned, render, assets }, job)
    return text === null ? null : packPage(text)
  }
}

/** A link in tests. */
export interface TestLink {
  id: string
  token: string
}

interface Sending {
  as?: Person
  cookie?: string | null
  method?: string
  headers?: Record<string, string>
  form?: Record<string, string>
}

interface SharingParts {
  /** Null: links start with the origin their visitor used. */
  publicUrl?: string | null
  database?: Database
  log?: Logger
  /** Wraps the renderer of pages and JSON. */
  wrapRender?: (render: RenderPages) => RenderPages
  branding?: (userId: string, origin: string) => Promise<Branding>
  drawCard?: DrawLinkCard
}

/** All routes of shared links on a real database and a real folder, with a clock that tests control. */
export async function startSharing({
  publicUrl = 'https://calls.example',
  database,
  log,
  wrapRender = (render) => render,
  branding = async () => ({ accent: null, logo_url: null }),
  drawCard = async ({ title }) => Buffer.from(title),
}: SharingParts = {}) {
  const db = database ?? (await openMemory())
  const folder = await mkdtemp(join(tmpdir(), 'sharing-'))
  // At a whole second, as seals are.
  let now = new Date('2026-11-21T10:00:00.000Z')
  let client: string = randomUUID()
  const clock = () => now
  const storage = createDiskStorage({
    root: join(folder, 'bucket'),
    links: createLinkSigner({ secretKey: SECRET, clock }),
  })
  const microsites = createMicrositesRepo(db)
  const links = createLinksRepo(db)
  const limiter = createMemoryRateLimiter()
  const secondsLeft = async () => 240
  const readOwned: ReadOwned = (userId, id) => getOwned(microsites, userId, id)
  const api = await startApi(
    db,
    (authenticate) => {
      const deps = {
        links,
        pages: createPageCache(wrapRender(renderHere(readOwned))),
        readOwned,
        branding,
        pageEnd: async () => null,
        preparation: createReadPreparation({ secondsLeft, fullName: async () => 'Ann Rep' }),
        tickets: createPageTickets({ secretKey: SECRET, clock }),
        views: createViewsRepo(db),
        passwords: createPasswords(),
        guesses: createGuessLimiter({ db, clock, secretKey: 'a secret' }),
        storage,
        clock,
        origin: createAddresses({ publicUrl: publicUrl ?? undefined }).origin,
        limiter,
        clientAddress: () => client,
        authenticate,
      }
      return [
        shareFunctionRoutes(deps),
        linkRoutes(deps),
        previewRoutes(deps),
        pageViewRoutes(deps),
        pageCardRoutes({ ...deps, drawCard, logo: async () => null }),
        pageMediaRoutes(deps),
        pageLiveRoutes({ ...deps, livePages: createLivePages({ links, secondsLeft, clock }) }),
        pageRoutes(deps),
      ]
    },
    log,
  )
  const owner = await api.signUp()

  return {
    db,
    api,
    owner,
    storage,
    links,
    limiter,
    findLink: async (token: string) => (await links.findProgress(token))?.link ?? null,
    later: (ms: number) => (now = new Date(now.getTime() + ms)),
    now: clock,
    /** Sends later requests from another address. */
    moveClient: () => (client = randomUUID()),
    /** Inserts an active microsite of the owner, with a recording of this many bytes (random ones if given). */
    async insertSite(change: Partial<MicrositeRow> = {}, recording: Uint8Array | string = 'a recording of a call') {
      const id = randomUUID()
      const [videoUrl, posterKey] = [
        `${owner.userId}/derived/${id}/video.mp4`,
        `${owner.userId}/derived/${id}/poster.jpg`,
      ]
      await storage.write(videoUrl, recording)
      await storage.write(posterKey, 'a picture')
      const site = {
        id,
        userId: owner.userId,
        title: 'Call',
        status: 'active' as const,
        gptSummary: 'They agreed.',
        videoUrl,
        posterKey,
        durationMs: 60_000,
      }
      return insertMicrosite(db, { ...site, ...change })
    },
    async share(microsite_id: string, choice: Partial<CreateLink> = {}): Promise<TestLink> {
      const { body } = await api.request('POST', '/api/create-shareable-link', {
        as: owner,
        json: { microsite_id, expires_in_days: 7, ...choice },
      })
      const { id, share_url } = createLinkReplySchema.parse(body)
      return { id, token: share_url.split('/s/')[1] ?? '' }
    },
    updateSite: (id: string, change: Partial<MicrositeRow>) => updateMicrosite(db, id, change),
    change: ({ id }: TestLink, json: object) => api.request('PATCH', `/api/links/${id}`, { as: owner, json }),
    /** Opens a path below /s/ as browsers do. */
    async open(path: string, { as = null, cookie = null, method = 'GET', headers = {}, form }: Sending = {}) {
      const response = await fetch(`${api.url}/s/${path}`, {
        method: form ? 'POST' : method,
        redirect: 'manual',
        headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }), ...(cookie !== null && { cookie }) },
        ...(form && { body: new URLSearchParams(form) }),
      })
      const text = await response.text()
      const page = text.startsWith('{"state"') ? (JSON.parse(text) as SharedPage) : null
      return { status: response.status, headers: response.headers, text, page }
    },
    /** The ticket that the page's script fetches; empty where the link shows nothing. */
    async ticket(token: string, cookie: string | null = null) {
      const headers = cookie === null ? undefined : { cookie }
      const response = await fetch(api.url + SHARED_PAGE_PATHS.ticket(token), headers && { headers })
      return response.ok ? response.text() : ''
    },
    /** Reports a view with the page's ticket, after a reader's usual time. */
    async sendBeacon(ticket: string, { as = null, sections }: { as?: Person; sections?: string[] } = {}) {
      now = new Date(now.getTime() + 3000)
      return api.request('POST', '/api/views', { as, json: { ticket, sections }, headers: { 'user-agent': BROWSER } })
    },
    async close() {
      await api.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Sharing = Awaited<ReturnType<typeof startSharing>>

/** The cookie set by a response, as a browser sends it back. */
export function cookieFor({ headers }: { headers: Headers }): string | null {
  return headers.get('set-cookie')?.split(';')[0] ?? null
}
