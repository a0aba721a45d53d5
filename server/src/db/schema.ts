import type { Columns } from './columns.ts'
import { billingTables } from './tables/billing.table.ts'
import { factorTables } from './tables/factors.table.ts'
import { identityTables } from './tables/identities.table.ts'
import { jobTables } from './tables/jobs.table.ts'
import { micrositeTables, micrositeContentTables } from './tables/microsites.table.ts'
import { operationTables } from './tables/operation.table.ts'
import { retentionTables } from './tables/retention.table.ts'
import { searchTables } from './tables/search.table.ts'
import { securityTables } from './tables/security.table.ts'
import { sessionTables } from './tables/sessions.table.ts'
import { sharingTables } from './tables/sharing.table.ts'
import { tagTables } from './tables/tags.table.ts'
import { uploadTables } from './tables/uploads.table.ts'
import { userTables } from './tables/users.table.ts'

/** All tables, described once for both databases. */
export function defineSchema(columns: Columns) {
  const users = userTables(columns)
  const sessions = sessionTables(columns, users)
  const microsites = micrositeTables(columns, users)
  const ofUsers = { ...users, ...sessions }
  const ofMicrosites = { ...users, ...microsites }
  return {
    ...users,
    ...sessions,
    ...identityTables(columns, ofUsers),
    ...factorTables(columns, users),
    ...securityTables(columns, users),
    ...billingTables(columns, users),
    ...uploadTables(columns, users),
    ...microsites,
    ...micrositeContentTables(columns, microsites),
    ...retentionTables(columns, ofMicrosites),
    ...searchTables(columns, microsites),
    ...tagTables(columns, ofMicrosites),
    ...sharingTables(columns, ofMicrosites),
    ...jobTables(columns, users),
    ...operationTables(columns),
  }
}

export type Schema = ReturnType<typeof defineSchema>
export type UserRow = Schema['users']['$inferSelect']
export type IdentityRow = Schema['identities']['$inferSelect']
export type FactorRow = Schema['factors']['$inferSelect']
export type ChallengeRow = Schema['challenges']['$inferSelect']
export type WebauthnKeyRow = Schema['webauthnKeys']['$inferSelect']
export type MicrositeRow = Schema['microsites']['$inferSelect'] &
  Omit<Schema['micrositeDocuments']['$inferSelect'] & Schema['micrositeCounters']['$inferSelect'], 'micrositeId'>
export type ShareableLinkRow = Schema['shareableLinks']['$inferSelect']
export type LinkViewRow = Schema['linkViews']['$inferSelect']
export type DeletionRow = Schema['deletions']['$inferSelect']
export type UploadRow = Schema['uploads']['$inferSelect']
