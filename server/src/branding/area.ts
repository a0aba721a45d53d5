import type { Database } from '../db/database.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Storage } from '../storage/storage.ts'
import { readBranding, readLogoFor } from './branding.ts'
import { createBrandingsRepo } from './brandings-repo.ts'
import { brandingRoutes } from './routes.ts'

interface BrandingOptions {
  db: Database
  storage: Storage
  clock: Clock
  http: Pick<HttpParts, 'authenticate' | 'origin'>
}

/** Logo and colour of a user's pages. */
export function createBrandingArea({ db, storage, clock, http }: BrandingOptions) {
  const brandings = createBrandingsRepo(db)
  return {
    /** @param start prefix of its addresses. */
    read: (userId: string, start: string) => readBranding({ brandings }, userId, start),
    logo: (userId: string) => readLogoFor({ brandings, storage }, userId),
    routers: [brandingRoutes({ brandings, storage, clock, ...http })],
  }
}
