import type { AccountsArea } from '../accounts/area.ts'
import type { Database } from '../db/database.ts'
import type { RecordedEvent } from '../db/events.ts'
import type { HttpParts } from '../http/http-parts.ts'
import type { Mailer } from '../mail/mailer.ts'
import { applyRetention, type RetentionDeps } from './apply-retention.ts'
import { readPageEnd } from './read-retention.ts'
import { createRetentionRepo } from './retention-repo.ts'
import { retentionRoutes } from './routes.ts'
import { mailRetentionWarning } from './warning-mail.ts'

interface RetentionOptions extends Omit<RetentionDeps, 'retention'> {
  db: Database
  accounts: Pick<AccountsArea, 'emailOf'>
  mailer: Mailer
  publicUrl: () => string
  http: Pick<HttpParts, 'authenticate'>
}

/** How long recordings, transcripts and pages are kept, as each account wants it. */
export function createRetentionArea({ db, accounts, mailer, publicUrl, ...given }: RetentionOptions) {
  const deps = { ...given, retention: createRetentionRepo(db) }
  return {
    /** Warns of what goes soon, and removes what was announced. Housekeeping. */
    apply: () => applyRetention(deps),
    /** When a page goes with all its links, at the earliest; null: it is kept. */
    pageEnd: (micrositeId: string) => readPageEnd(deps, micrositeId),
    warningMail: (recorded: RecordedEvent) =>
      mailRetentionWarning({ ...deps, emailOf: accounts.emailOf, mailer, publicUrl }, recorded),
    routers: [retentionRoutes(deps)],
  }
}
