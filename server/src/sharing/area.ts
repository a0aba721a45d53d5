import type { AccountsArea } from '../accounts/area.ts'
import type { Database } from '../db/database.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import type { DrawLinkCard } from '../pictures/link-card.ts'
import type { Storage } from '../storage/storage.ts'
import { shareFunctionRoutes } from './function-routes.ts'
import { createLinksRepo } from './links-repo.ts'
import { rememberCards } from './page-card.ts'
import { pageCardRoutes } from './page-card-routes.ts'
import { pageMediaRoutes } from './page-media-routes.ts'
import { createPageBuild } from './page-renderer.ts'
import { pageRoutes } from './page-routes.ts'
import { createPageTickets } from './page-tickets.ts'
import { pageViewRoutes } from './page-view-routes.ts'
import { createViewsRepo } from './page-views-repo.ts'
import { previewRoutes } from './preview-routes.ts'
import { linkRoutes } from './routes.ts'

interface SharingOptions {
  db: Database
  storage: Storage
  clock: Clock
  /** Signs what lets a browser into a page. */
  secretKey: string
  accounts: Pick<AccountsArea, 'passwords'>
  microsites: Pick<MicrositesArea, 'readOwned'>
  branding: {
    read: Parameters<typeof pageRoutes>[0]['branding']
    logo: Parameters<typeof pageCardRoutes>[0]['logo']
  }
  drawCard: DrawLinkCard
  /** The built web app, and the built script that renders a page. */
  build: { web: string; renderer: string }
  http: HttpParts
}

/** Links to microsites, and the pages behind them. */
export function createSharingArea({
  db,
  storage,
  clock,
  secretKey,
  accounts: { passwords },
  microsites: { readOwned },
  branding,
  drawCard,
  build,
  http,
}: SharingOptions) {
  const deps = {
    links: createLinksRepo(db),
    views: createViewsRepo(db),
    tickets: createPageTickets({ secretKey, clock }),
    readOwned,
    branding: branding.read,
    passwords,
    storage,
    clock,
    ...http,
  }
  return {
    routers: [
      shareFunctionRoutes(deps),
      linkRoutes(deps),
      previewRoutes(deps),
      pageViewRoutes(deps),
      pageCardRoutes({ ...deps, drawCard: rememberCards(drawCard), logo: branding.logo }),
      pageMediaRoutes(deps),
      pageRoutes({ ...deps, build: createPageBuild(build) }),
    ],
  }
}
