import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'

export type OwnRowsRepo = ReturnType<typeof createOwnRowsRepo>

/** What of an account stands in rows of their own, for its owner: no secrets, and no microsites, which are apart. */
export function createOwnRowsRepo(db: Database) {
  const { users, tags, shareableLinks, linkViews, brandings, subscriptions, deletions, uploads, accountLog } = db.schema
  return {
    async read(userId: string) {
      const [account] = await db
        .select({
          id: users.id,
          email: users.email,
          metadata: users.userMetadata,
          confirmedAt: users.confirmedAt,
          lastSignInAt: users.lastSignInAt,
          deletionDueAt: users.deletionDueAt,
          createdAt: users.createdAt,
        })
        .from(users)
        .where(eq(users.id, userId))
      const links = await db.select().from(shareableLinks).where(eq(shareableLinks.createdByUserId, userId))
      const views = await db
        .select({
          linkId: linkViews.linkId,
          email: linkViews.email,
          sections: linkViews.sections,
          createdAt: linkViews.createdAt,
        })
        .from(linkViews)
        .innerJoin(shareableLinks, eq(shareableLinks.id, linkViews.linkId))
        .where(eq(shareableLinks.createdByUserId, userId))
      const [branding] = await db.select().from(brandings).where(eq(brandings.userId, userId))
      const [plan] = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
      return {
        account,
        plan: plan ?? null,
        branding: branding ?? null,
        tags: await db
          .select({ id: tags.id, name: tags.name, color: tags.color, description: tags.description })
          .from(tags)
          .where(eq(tags.userId, userId)),
        links: links.map(({ passwordHash: _, ...link }) => link),
        views,
        log: await db
          .select({
            at: accountLog.createdAt,
            kind: accountLog.kind,
            what: accountLog.what,
            userAgent: accountLog.userAgent,
          })
          .from(accountLog)
          .where(eq(accountLog.userId, userId)),
        uploads: await db.select().from(uploads).where(eq(uploads.userId, userId)),
        deletions: await db.select().from(deletions).where(eq(deletions.userId, userId)),
      }
    },
  }
}
