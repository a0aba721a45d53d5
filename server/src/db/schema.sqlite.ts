import { columns } from './columns.ts'
import { defineSchema } from './schema.ts'

export const schema = defineSchema(columns.sqlite)
export const {
  users,
  sessions,
  refreshTokens,
  oneTimeTokens,
  authorizationCodes,
  signingKeys,
  subscriptions,
  paymentSubscriptions,
  paymentCustomers,
  quotas,
  uploads,
  microsites,
  micrositeDocuments,
  micrositeCounters,
  deletions,
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
} = schema
