import type { CaptionSiteId } from '../messaging/captions-protocol.ts'

/** A meeting site whose captions can be collected. */
export interface CaptionSite {
  id: CaptionSiteId
  /** As the person knows it. */
  name: string
  /** The permissions to request from the person. */
  origins: string[]
  /** Its pages with calls. */
  page: RegExp
}

/** To add a site, add an entry here, a reader (`readers.ts`) and the permissions. */
export const CAPTION_SITES: readonly CaptionSite[] = [
  {
    id: 'meet',
    name: 'Google Meet',
    origins: ['https://meet.google.com/*'],
    page: /^https:\/\/meet\.google\.com\//,
  },
  {
    id: 'zoom',
    name: 'Zoom',
    // Companies have addresses of their own.
    origins: ['https://*.zoom.us/*'],
    page: /^https:\/\/(?:[\w-]+\.)*zoom\.us\/wc(?:\/|\?|$)/,
  },
  {
    id: 'teams',
    name: 'Microsoft Teams',
    origins: ['https://teams.microsoft.com/*', 'https://teams.live.com/*', 'https://teams.cloud.microsoft/*'],
    page: /^https:\/\/teams\.(?:microsoft\.com|live\.com|cloud\.microsoft)\//,
  },
]

/** The site of a URL whose page may show a call; null: none. */
export function captionSiteFor(url: string): CaptionSite | null {
  return CAPTION_SITES.find(({ page }) => page.test(url)) ?? null
}
