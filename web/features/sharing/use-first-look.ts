import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { useLinks } from './use-links.ts'

/**
 * Whether a page is to be looked through before it is shared: nobody has, and no link to it was ever made; null while that
 * is not known. `asking`: somebody is about to share it.
 */
export function useFirstLook(
  { id, reviewed_at }: Pick<MicrositeCard, 'id' | 'reviewed_at'>,
  asking: boolean,
): boolean | null {
  const unseen = reviewed_at === null
  const { data: links, isPending } = useLinks(id, asking && unseen)
  if (!unseen) return false
  if (isPending) return null
  return links === undefined || links.length === 0
}
