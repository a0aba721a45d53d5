import type { ExtractTablesWithRelations } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { columns } from './columns.ts'
import { defineSchema, type Schema } from './schema.ts'

/** A connection to PostgreSQL with the schema's tables. */
export type Pg = PgDatabase<PgQueryResultHKT, Schema, ExtractTablesWithRelations<Schema>>

export const schema = defineSchema(columns.postgres)
export const {
  users,
  sessions,
  refreshTokens,
  oneTimeTokens,
  knownDevices,
  authorizationCodes,
  identities,
  signInFlows,
  factors,
  recoveryCodes,
  challenges,
  webauthnKeys,
  signingKeys,
  spentProofs,
  wrongGuesses,
  accountLog,
  subscriptions,
  paymentSubscriptions,
  paymentCustomers,
  quotas,
  uploads,
  microsites,
  micrositeDocuments,
  micrositeCounters,
  deletions,
  retentions,
  retentionPins,
  retentionSteps,
  searchEntries,
  searchChunks,
  tags,
  micrositeTags,
  shareableLinks,
  linkViews,
  brandings,
  events,
  jobs,
  measuredSpeeds,
  unfinishedRestores,
  workers,
  operatorSettings,
} = schema
