import type { AccountsArea } from '../accounts/area.ts'
import type { Database } from '../db/database.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { applyRetention, type RetentionDeps } from './apply-retention.ts'
import { readPageEnd } from './read-retention.ts'
import { createRetentionRepo } from './retention-repo.ts'
import { retentionRoutes } from './routes.ts'
import { mailRetentionWarning } from './warning-email.ts'

interface RetentionOptions extends Omit<RetentionDeps, 'retention'> {
  db: Database
  accounts: Pick<AccountsArea, 'getEmail'>
  mailer: Mailer
  publicUrl: () => string
  http: Pick<HttpParts, 'authenticate'>
}

/** Per-account retention of recordings, transcripts and pages. */
export function createRetentionArea({ db, accounts, mailer, publicUrl, ...given }: RetentionOptions) {
  const deps = { ...given, retention: createRetentionRepo(db) }
  return {
    /** Housekeeping: warns of upcoming deletions, and deletes announced items. */
    apply: () => applyRetention(deps),
    /** The earliest time at which a page is deleted with all its links; null: it is kept. */
    pageEnd: (micrositeId: string) => readPageEnd(deps, micrositeId),
    warningMail: (recorded: RecordedEvent) =>
      mailRetentionWarning({ ...deps, getEmail: accounts.getEmail, mailer, publicUrl }, recorded),
    routers: [retentionRoutes(deps)],
  }
}
