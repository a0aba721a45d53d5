import type { Database } from '../db/database.ts'
import type { Locks } from '../db/processes/locks.ts'
import type { Notices } from '../db/processes/notices.ts'
import type { MicrositesArea } from '../microsites/area.ts'
import type { TagsArea } from '../tags/area.ts'
import type { UploadsArea } from '../uploads/area.ts'
import { createImportsUnderWay } from './imports-under-way.ts'
import { createOwnRowsRepo } from './own-rows-repo.ts'
import { ownDataRoutes, type OwnDataRoutesDeps } from './routes.ts'

interface OwnDataOptions extends Pick<
  OwnDataRoutesDeps,
  'accounts' | 'clock' | 'storage' | 'links' | 'http' | 'tasks'
> {
  db: Database
  locks: Locks
  notices: Notices
  microsites: Pick<MicrositesArea, 'listIds' | 'listReceipts' | 'export' | 'mayShowFiles' | 'restore'>
  uploads: Pick<UploadsArea, 'listUnused' | 'assertStorageLimit' | 'assertDiskSpace' | 'countStored'>
  tags: Pick<TagsArea, 'create'>
}

/** Exporting, importing and deleting all of an account's data. */
export function createOwnDataArea({ db, locks, notices, microsites, uploads, tags, ...deps }: OwnDataOptions) {
  return {
    routers: [
      ownDataRoutes({
        ...deps,
        rows: createOwnRowsRepo(db),
        listMicrosites: microsites.listIds,
        listUnusedUploads: uploads.listUnused,
        readMicrosite: microsites.export,
        mayShowFiles: microsites.mayShowFiles,
        listReceipts: microsites.listReceipts,
        restore: microsites.restore,
        assertStorageLimit: uploads.assertStorageLimit,
        assertDiskSpace: uploads.assertDiskSpace,
        countStored: uploads.countStored,
        createTag: tags.create,
        importing: createImportsUnderWay({ locks, notices, clock: deps.clock }),
      }),
    ],
  }
}
