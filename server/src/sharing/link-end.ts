import type { ShareableLinkRow } from '../db/schema.ts'

/** When a microsite goes with all its links; null: it is kept. */
export type PageEnd = (micrositeId: string) => Promise<Date | null>

/** When a link shows nothing any more: the day it was given, or the end of its page if that comes before. */
export async function endOf(
  link: Pick<ShareableLinkRow, 'expiresAt' | 'micrositeId'>,
  pageEnd: PageEnd,
): Promise<Date> {
  const end = await pageEnd(link.micrositeId)
  return end !== null && end < link.expiresAt ? end : link.expiresAt
}
