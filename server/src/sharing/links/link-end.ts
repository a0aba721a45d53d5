import type { ShareableLinkRow } from '../../db/schema.ts'

/** When a microsite is deleted with all its links; null: never. */
export type PageEnd = (micrositeId: string) => Promise<Date | null>

/** When a link stops showing anything: at its own end, or at its page's if that is earlier. */
export async function getEnd(
  link: Pick<ShareableLinkRow, 'expiresAt' | 'micrositeId'>,
  pageEnd: PageEnd,
): Promise<Date> {
  const end = await pageEnd(link.micrositeId)
  return end !== null && end < link.expiresAt ? end : link.expiresAt
}
