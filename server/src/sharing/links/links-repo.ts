import { and, desc, eq, gt, isNull, type InferInsertModel } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { recordEvent, type DomainEvent } from '../../db/events.ts'
import { isOrphan } from '../../db/refusals.ts'
import type { MicrositeRow, Schema, ShareableLinkRow } from '../../db/schema.ts'
import { AppError } from '../../kernel/errors.ts'
import { createLinkedSites } from './linked-sites-repo.ts'

declare const owned: unique symbol

/** A link joined with what a list shows of its microsite. */
export interface LinkRow extends ShareableLinkRow {
  microsite: Pick<MicrositeRow, 'id' | 'title' | 'description' | 'createdAt'>
}

/** The fields an owner can change on a link. */
export type LinkFields = Partial<
  Pick<
    ShareableLinkRow,
    'label' | 'expiresAt' | 'revokedAt' | 'passwordHash' | 'asksEmail' | 'sections' | 'withVideo' | 'whenReady'
  >
>

/** The fields of a new link; omitted ones are off. */
export type NewLink = InferInsertModel<Schema['shareableLinks']> & { createdAt: Date }

/**
 * The fields of a microsite that decide whether it may be shared, and what was deleted from it; only read for its
 * owner.
 */
export type OwnedSite = Pick<
  MicrositeRow,
  'id' | 'userId' | 'status' | 'replacing' | 'redacted' | 'transcriptRemovedAt' | 'updatedAt'
> & {
  readonly [owned]: true
}

/** A link read for its owner; required to change or remove one. */
export type OwnedLink = LinkRow & { readonly [owned]: true }

/** Shareable links. Anyone with a token may read the microsite until the link ends, so tokens are never logged. */
export function createLinksRepo(db: Database) {
  const { shareableLinks, microsites } = db.schema
  const { id, title, description, createdAt, status, replacing, redacted, transcriptRemovedAt, updatedAt } = microsites
  /** The fields of a microsite that decide what a link shows. */
  const state = { status, replacing, redacted, transcriptRemovedAt, updatedAt }
  const joined = () =>
    db
      .select({ link: shareableLinks, microsite: { id, title, description, createdAt } })
      .from(shareableLinks)
      .innerJoin(microsites, eq(microsites.id, shareableLinks.micrositeId))
  const isOwn = (userId: string, linkId: string) =>
    and(eq(shareableLinks.id, linkId), eq(shareableLinks.createdByUserId, userId))

  return {
    ...createLinkedSites(db),

    /** @returns false when its microsite was deleted in the meantime. */
    async insert(link: NewLink): Promise<boolean> {
      try {
        await db.batch((tx) => [
          tx.insert(shareableLinks).values(link),
          ...recordEvent(tx, db.schema, linkEvent('link.created', link), link.createdAt),
        ])
        return true
      } catch (error) {
        if (isOrphan(error)) return false
        throw error
      }
    },

    /** A user's links, newest first. @param micrositeId only those of one microsite. */
    async list(userId: string, micrositeId: string | undefined): Promise<LinkRow[]> {
      const rows = await joined()
        .where(
          and(
            eq(shareableLinks.createdByUserId, userId),
            micrositeId === undefined ? undefined : eq(shareableLinks.micrositeId, micrositeId),
          ),
        )
        .orderBy(desc(shareableLinks.createdAt), desc(shareableLinks.id))
      return rows.map(({ link, microsite }) => ({ ...link, microsite }))
    },

    async findOwned(userId: string, linkId: string): Promise<OwnedLink | null> {
      const [row] = await joined().where(isOwn(userId, linkId))
      return row ? ({ ...row.link, microsite: row.microsite } as OwnedLink) : null
    },

    /** The user's own microsite, without its document. @throws AppError not_found, also for another user's. */
    async getSite(userId: string, micrositeId: string): Promise<OwnedSite> {
      const [row] = await db
        .select({ id, userId: microsites.userId, ...state })
        .from(microsites)
        .where(and(eq(microsites.id, micrositeId), eq(microsites.userId, userId)))
      if (row === undefined) throw new AppError('not_found', 'Microsite not found.')
      return row as OwnedSite
    },

    /** Whether any link to the microsite can be opened at that time. */
    async hasWorking(micrositeId: string, at: Date): Promise<boolean> {
      const works = and(
        eq(shareableLinks.micrositeId, micrositeId),
        isNull(shareableLinks.revokedAt),
        gt(shareableLinks.expiresAt, at),
      )
      return (await db.$count(shareableLinks, works)) > 0
    },

    /** @param change with at least one field. */
    async update(link: OwnedLink, change: LinkFields): Promise<void> {
      const { revokedAt } = change
      await db.batch((tx) => [
        tx.update(shareableLinks).set(change).where(eq(shareableLinks.id, link.id)),
        ...(revokedAt && link.revokedAt === null
          ? recordEvent(tx, db.schema, linkEvent('link.revoked', link), revokedAt)
          : []),
      ])
    },

    /** Deletes a link, which revokes it. */
    async remove(link: OwnedLink, at: Date): Promise<void> {
      await db.batch((tx) => [
        tx.delete(shareableLinks).where(eq(shareableLinks.id, link.id)),
        ...(link.revokedAt === null ? recordEvent(tx, db.schema, linkEvent('link.revoked', link), at) : []),
      ])
    },
  }
}
export type LinksRepo = ReturnType<typeof createLinksRepo>

function linkEvent(
  kind: 'link.created' | 'link.revoked',
  { id, micrositeId, createdByUserId }: Pick<ShareableLinkRow, 'id' | 'micrositeId' | 'createdByUserId'>,
): DomainEvent {
  return { kind, userId: createdByUserId, micrositeId, linkId: id }
}
