import type { Database } from '../db/database.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import { createOwnRowsRepo } from './own-rows-repo.ts'
import { ownDataRoutes, type OwnDataRoutesDeps } from './routes.ts'

interface OwnDataOptions extends Pick<OwnDataRoutesDeps, 'accounts' | 'clock' | 'storage' | 'links' | 'http'> {
  db: Database
  microsites: Pick<MicrositesArea, 'listIds' | 'listReceipts' | 'export'>
}

/** What people can do with all of their data at once. */
export function createOwnDataArea({ db, microsites, ...deps }: OwnDataOptions) {
  return {
    routers: [
      ownDataRoutes({
        ...deps,
        rows: createOwnRowsRepo(db),
        listMicrosites: microsites.listIds,
        readMicrosite: microsites.export,
        listReceipts: microsites.listReceipts,
      }),
    ],
  }
}
