import type { AccountsArea } from '../accounts/area.ts'
import type { Database } from '../db/database.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import type { DrawLinkCard } from '../pictures/link-card.ts'
import type { Storage } from '../storage/storage.ts'
import { shareFunctionRoutes } from './function-routes.ts'
import { mailFailure } from './failure-email.ts'
import { createLinksRepo } from './links/links-repo.ts'
import { createLivePages } from './page/live-pages.ts'
import { rememberCards } from './media/page-card.ts'
import { pageCardRoutes } from './media/page-card-routes.ts'
import { pageLiveRoutes } from './page/page-live-routes.ts'
import { pageMediaRoutes } from './media/page-media-routes.ts'
import type { PageEnd } from './links/link-end.ts'
import { createPageCache } from './page/page-cache.ts'
import { createPageRenderer } from './page/page-renderer.ts'
import { pageRoutes } from './page/page-routes.ts'
import { createPageTickets } from './links/page-tickets.ts'
import { pageViewRoutes } from './views/page-view-routes.ts'
import { createViewsRepo } from './views/page-views-repo.ts'
import { createReadPreparation } from './page/preparation.ts'
import { previewRoutes } from './preview-routes.ts'
import { linkRoutes } from './routes.ts'

interface SharingOptions {
  db: Database
  storage: Storage
  clock: Clock
  /** Signs the cookies that open a page. */
  secretKey: string
  accounts: Pick<AccountsArea, 'passwords' | 'guesses' | 'fullName' | 'getEmail'>
  mailer: Mailer
  /** The base URL of links in emails. */
  publicUrl: () => string
  microsites: Pick<MicrositesArea, 'readOwned' | 'secondsLeft'>
  /** When a page is deleted with all its links. */
  pageEnd: PageEnd
  branding: {
    read: Parameters<typeof pageRoutes>[0]['branding']
    logo: Parameters<typeof pageCardRoutes>[0]['logo']
  }
  drawCard: DrawLinkCard
  /** The built web app, and the built script that renders a page. */
  build: { web: string; renderer: string }
  /** URL of the database, for the thread that renders pages. */
  databaseUrl: string
  http: HttpParts
}

/** Links to microsites, and the pages behind them. */
export function createSharingArea({
  db,
  storage,
  clock,
  secretKey,
  accounts: { passwords, guesses, fullName, getEmail },
  mailer,
  publicUrl,
  microsites: { readOwned, secondsLeft },
  pageEnd,
  branding,
  drawCard,
  build,
  databaseUrl,
  http,
}: SharingOptions) {
  const links = createLinksRepo(db)
  const renderer = createPageRenderer({ databaseUrl, build })
  const livePages = createLivePages({ links, secondsLeft, clock })
  const deps = {
    links,
    pages: createPageCache(renderer.render),
    preparation: createReadPreparation({ secondsLeft, fullName }),
    views: createViewsRepo(db),
    tickets: createPageTickets({ secretKey, clock }),
    readOwned,
    pageEnd,
    branding: branding.read,
    passwords,
    guesses,
    storage,
    clock,
    ...http,
  }
  return {
    /** Ends the streams that stay open as long as a page does. */
    endStreams: () => livePages.endAll(),
    /** Stops the thread that renders pages. */
    close: () => renderer.close(),
    /** Notifies the owner of a shared page whose processing failed. */
    failureMail: (recorded: RecordedEvent) =>
      mailFailure({ links, readOwned, getEmail, mailer, limiter: http.limiter, publicUrl, clock }, recorded),
    routers: [
      shareFunctionRoutes(deps),
      linkRoutes(deps),
      previewRoutes(deps),
      pageViewRoutes(deps),
      pageCardRoutes({ ...deps, drawCard: rememberCards(drawCard), logo: branding.logo }),
      pageMediaRoutes(deps),
      pageLiveRoutes({ ...deps, livePages }),
      pageRoutes(deps),
    ],
  }
}
