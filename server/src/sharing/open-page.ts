import type { Branding } from '@callfolio/shared/contract/branding.ts'
import { SHARED_PAGE_PATHS, type OpenPage, type SharedVideo } from '@callfolio/shared/shared-page.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import { isVideoReady } from '../microsites/to-wire.ts'
import type { OwnedMicrosite } from './owned-microsite.ts'
import type { PageDocument } from './page-cache.ts'
import type { PageBuild } from './page-renderer.ts'
import { isWithheld } from './preparation.ts'
import { sharedView } from './shared-view.ts'

/** What an open page shows besides its microsite. */
export interface PageSurroundings extends Pick<OpenPage, 'expiresAt' | 'viewTicket' | 'cardUrl' | 'version'> {
  link: Pick<ShareableLinkRow, 'token' | 'sections' | 'withVideo'>
  branding: Branding
}

/** The page of a microsite that is ready, from its beginning. */
export function openPageOf(site: OwnedMicrosite, { link, branding, ...rest }: PageSurroundings): OpenPage {
  return {
    state: 'open',
    microsite: sharedView(site, branding, link.sections),
    video: shownVideo(link, site),
    isWithheld: isWithheld(link, site),
    startMs: null,
    preparation: null,
    ...rest,
  }
}

/** What is kept of an open page once it is written. */
export function documentOf(page: OpenPage, written: Awaited<ReturnType<PageBuild['write']>>): PageDocument {
  return { ...written, lines: page.microsite.segments.map(({ id, start_ms }) => ({ id, start_ms })), video: page.video }
}

function shownVideo({ withVideo, token }: PageSurroundings['link'], site: OwnedMicrosite): SharedVideo | null {
  if (!withVideo || !isVideoReady(site)) return null
  return {
    src: SHARED_PAGE_PATHS.video(token),
    poster: site.posterKey === null ? null : SHARED_PAGE_PATHS.poster(token),
  }
}
