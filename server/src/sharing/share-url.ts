import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { isLoopback } from '../http/origin.ts'

/** Where a recipient opens a link, and whether other machines can get there. */
export interface ShareUrl {
  share_url: string
  reachable: boolean
}

/** @param origin what the address starts with; `reachable` is false when that is the owner's own machine. */
export function shareUrl(origin: string, token: string): ShareUrl {
  const url = new URL(SHARE_PATHS.page(token), origin)
  return { share_url: url.href, reachable: !isLoopback(url.hostname) }
}
