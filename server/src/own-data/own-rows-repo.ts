import { eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../db/database.ts'

export type OwnRowsRepo = ReturnType<typeof createOwnRowsRepo>

/**
 * An account's rows, for its owner: no secrets, and of microsites only the fields missing from their own JSON.
 * Columns are listed one by one, so that a new one is left out until that is decided (left-out.testing.ts).
 */
export function createOwnRowsRepo(db: Database) {
  const { tags, shareableLinks, linkViews, brandings, subscriptions, deletions, uploads, accountLog } = db.schema
  const { paymentSubscriptions, paymentCustomers, quotas, microsites } = db.schema
  return {
    async read(userId: string) {
      const links = await db.select().from(shareableLinks).where(eq(shareableLinks.createdByUserId, userId))
      const views = await db
        .select(only(linkViews, 'linkId', 'email', 'sections', 'createdAt', 'updatedAt'))
        .from(linkViews)
        .innerJoin(shareableLinks, eq(shareableLinks.id, linkViews.linkId))
        .where(eq(shareableLinks.createdByUserId, userId))
      const [branding] = await db.select().from(brandings).where(eq(brandings.userId, userId))
      const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
      return {
        ...(await readPerson(db, userId)),
        plan: plan ?? null,
        payments: {
          customers: await db.select().from(paymentCustomers).where(eq(paymentCustomers.userId, userId)),
          subscriptions: await db.select().from(paymentSubscriptions).where(eq(paymentSubscriptions.userId, userId)),
        },
        usage: await db
          .select(only(quotas, 'kind', 'period', 'used'))
          .from(quotas)
          .where(eq(quotas.userId, userId)),
        branding: branding ?? null,
        tags: await db
          .select(only(tags, 'id', 'name', 'color', 'description', 'createdAt'))
          .from(tags)
          .where(eq(tags.userId, userId)),
        links: links.map(({ passwordHash: _, ...link }) => link),
        views,
        log: await db
          .select({ at: accountLog.createdAt, ...only(accountLog, 'kind', 'what', 'userAgent') })
          .from(accountLog)
          .where(eq(accountLog.userId, userId)),
        uploads: await db.select().from(uploads).where(eq(uploads.userId, userId)),
        deletions: await db.select().from(deletions).where(eq(deletions.userId, userId)),
        microsites: await db
          .select(
            only(
              microsites,
              ...(['id', 'titleSource', 'failureCode', 'language', 'recapLanguage', 'sample'] as const),
              ...(['transcriptRequest', 'replacing', 'awaiting', 'quotaPeriod'] as const),
            ),
          )
          .from(microsites)
          .where(eq(microsites.userId, userId)),
        retention: await readKept(db, userId),
      }
    },
  }
}

/** The user's identity and sign-in methods. */
async function readPerson(db: Database, userId: string) {
  const { users, identities, sessions, oneTimeTokens, factors, webauthnKeys, knownDevices } = db.schema
  const [account] = await db
    .select({
      ...only(users, 'id', 'email', 'phone', 'phoneVerifiedAt', 'newEmail', 'newEmailOldSide', 'newEmailNewSide'),
      metadata: users.userMetadata,
      ...only(users, 'isAnonymous', 'isOperator', 'secondFactor', 'confirmedAt', 'verifiedAt', 'lastSignInAt'),
      ...only(users, 'deletionDueAt', 'createdAt', 'updatedAt'),
    })
    .from(users)
    .where(eq(users.id, userId))
  return {
    account,
    identities: await db
      .select(only(identities, 'id', 'provider', 'subject', 'data', 'lastSignInAt', 'createdAt', 'updatedAt'))
      .from(identities)
      .where(eq(identities.userId, userId)),
    sessions: await db
      .select({
        ...only(sessions, 'method', 'secondMethod', 'secondAt', 'provedAt'),
        ...only(sessions, 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'),
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    // Pending codes and links, such as an unconfirmed change of address or number.
    confirmations: await db
      .select(only(oneTimeTokens, 'purpose', 'target', 'createdAt', 'expiresAt'))
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.userId, userId)),
    factors: await db
      .select(only(factors, 'id', 'kind', 'friendlyName', 'status', 'phone', 'createdAt', 'updatedAt'))
      .from(factors)
      .where(eq(factors.userId, userId)),
    passkeys: await db
      .select(only(webauthnKeys, 'id', 'factorId', 'friendlyName', 'transports', 'createdAt', 'lastUsedAt'))
      .from(webauthnKeys)
      .where(eq(webauthnKeys.userId, userId)),
    knownDevices: await db
      .select(only(knownDevices, 'lastSeenAt'))
      .from(knownDevices)
      .where(eq(knownDevices.userId, userId)),
  }
}

/** Retention settings, pinned microsites, and announced or completed deletions. */
async function readKept(db: Database, userId: string) {
  const { retentions, retentionPins, retentionSteps, microsites } = db.schema
  const [ages] = await db
    .select(only(retentions, 'mediaDays', 'transcriptDays', 'pageDays', 'updatedAt'))
    .from(retentions)
    .where(eq(retentions.userId, userId))
  return {
    ages: ages ?? null,
    pins: await db
      .select(only(retentionPins, 'micrositeId', 'createdAt'))
      .from(retentionPins)
      .innerJoin(microsites, eq(microsites.id, retentionPins.micrositeId))
      .where(eq(microsites.userId, userId)),
    steps: await db
      .select(only(retentionSteps, 'micrositeId', 'part', 'warnedAt', 'doneAt'))
      .from(retentionSteps)
      .innerJoin(microsites, eq(microsites.id, retentionSteps.micrositeId))
      .where(eq(microsites.userId, userId)),
  }
}

/** Only these columns of a table. */
function only<T extends Record<K, PgColumn>, K extends string>(table: T, ...names: readonly K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<T, K>
}
