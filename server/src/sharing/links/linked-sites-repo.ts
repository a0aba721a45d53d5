import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { MicrositeRow, ShareableLinkRow } from '../../db/schema.ts'

/** A link joined with the location of its microsite's recording. */
export interface LinkMedia {
  link: ShareableLinkRow
  site: Pick<MicrositeRow, 'status' | 'replacing' | 'videoUrl' | 'durationMs' | 'posterKey'>
}

/** A link joined with its page's progress, and with the facts that decide whether it shows something else. */
export interface LinkProgress {
  link: ShareableLinkRow
  site: ProgressOfSite
}
export type ProgressOfSite = Pick<
  MicrositeRow,
  | 'status'
  | 'replacing'
  | 'redacted'
  | 'transcriptRemovedAt'
  | 'redacting'
  | 'awaiting'
  | 'updatedAt'
  | 'durationMs'
  | 'posterKey'
  | 'progress'
>

/** What a link's preview image is built from. */
export type CardOfSite = Pick<
  MicrositeRow,
  'title' | 'description' | 'callDate' | 'durationMs' | 'summary' | 'gptSummaries' | 'gptSummary' | 'summaryEvidence'
>

/** What a request of a recipient reads of a link and its microsite. */
export function createLinkedSites(db: Database) {
  const { shareableLinks, microsites, micrositeCounters, micrositeDocuments } = db.schema
  const { title, description, callDate, status, replacing, redacted, transcriptRemovedAt, updatedAt } = microsites
  /** A link shows only what its creator may share. */
  const isShown = and(
    eq(microsites.id, shareableLinks.micrositeId),
    eq(microsites.userId, shareableLinks.createdByUserId),
  )
  return {
    /** The fields that the link's recording depends on, without the transcript and other content. */
    async findMedia(token: string): Promise<LinkMedia | null> {
      const { videoUrl, durationMs, posterKey } = microsites
      const [row] = await db
        .select({ link: shareableLinks, site: { status, replacing, videoUrl, durationMs, posterKey } })
        .from(shareableLinks)
        .innerJoin(microsites, eq(microsites.id, shareableLinks.micrositeId))
        .where(eq(shareableLinks.token, token))
      return row ?? null
    },

    /** The content of the link's preview image; null: its microsite was deleted. */
    async findCard(micrositeId: string): Promise<CardOfSite | null> {
      const { durationMs } = microsites
      const { summary, gptSummaries, gptSummary, summaryEvidence } = micrositeDocuments
      const [row] = await db
        .select({ title, description, callDate, durationMs, summary, gptSummaries, gptSummary, summaryEvidence })
        .from(microsites)
        .innerJoin(micrositeDocuments, eq(micrositeDocuments.micrositeId, microsites.id))
        .where(eq(microsites.id, micrositeId))
      return row ?? null
    },

    /** For a recipient, who has only the token: the link and its page's progress, without its content. */
    async findProgress(token: string): Promise<LinkProgress | null> {
      const { redacting, awaiting, durationMs, posterKey } = microsites
      const state = { status, replacing, redacted, transcriptRemovedAt, updatedAt }
      const { progress } = micrositeCounters
      const [row] = await db
        .select({
          link: shareableLinks,
          site: { ...state, redacting, awaiting, durationMs, posterKey, progress },
        })
        .from(shareableLinks)
        .innerJoin(microsites, isShown)
        .innerJoin(micrositeCounters, eq(micrositeCounters.micrositeId, microsites.id))
        .where(eq(shareableLinks.token, token))
      return row ?? null
    },
  }
}
