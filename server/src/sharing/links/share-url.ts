import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { isLoopback } from '../../http/origin.ts'

/** A link's address for recipients, and whether other machines can reach it. */
export interface ShareUrl {
  share_url: string
  reachable: boolean
}

/** @param origin the start of the address; `reachable` is false when it is the owner's own machine. */
export function shareUrl(origin: string, token: string): ShareUrl {
  const url = new URL(SHARE_PATHS.page(token), origin)
  return { share_url: url.href, reachable: !isLoopback(url.hostname) }
}
