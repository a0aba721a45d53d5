import type { Branding } from '@callfolio/shared/contract/branding.ts'
import {
  PART_LINES,
  SHARED_PAGE_PATHS,
  type OpenPage,
  type SharedPage,
  type SharedVideo,
} from '@callfolio/shared/shared-page.ts'
import { isVideoReady } from '../microsites/to-wire.ts'
import type { PreviewView, ViewOfLink, ViewOfMicrosite } from './long-views.ts'
import type { ReadableLink } from './open-link.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'
import type { PageDocument } from './page-cache.ts'
import type { PageBuild } from './page-renderer.ts'
import { isWithheld, versionOf } from './preparation.ts'
import { sharedView } from './shared-view.ts'

/** What a link shows, of which only the row was read. */
export function viewOf({ state, link, site }: ReadableLink, branding: Branding): ViewOfMicrosite {
  const { createdByUserId: userId, micrositeId, token, sections, withVideo } = link
  // Without what is not the page's to know.
  const shown = { token, sections, withVideo }
  return { state, userId, micrositeId, link: shown, branding, version: versionOf(state, link, site) }
}

/** Reads what a view is of. @returns null when it is not there any more, or was changed since its row was read. */
export async function readViewed(
  readOwned: ReadOwned,
  view: ViewOfMicrosite | PreviewView,
): Promise<OwnedMicrosite | null> {
  // As its owner's: a link shows what the one who made it may show.
  const site = await readOwned(view.userId, view.micrositeId).catch(nullWhenGone)
  if (site === null || view.state === 'preview') return site
  return versionOf(view.state, view.link, site) === view.version ? site : null
}

/** The page of a microsite, from its beginning. */
export function openPageOf(
  site: OwnedMicrosite,
  { link, branding, expiresAt, viewTicket, cardUrl, preparation, version }: ViewOfLink,
): OpenPage {
  const microsite = sharedView(site, branding, link.sections)
  return {
    state: 'open',
    // The rest of a long transcript comes with the whole page.
    microsite: preparation === null ? microsite : { ...microsite, segments: microsite.segments.slice(0, PART_LINES) },
    video: shownVideo(link, site),
    isWithheld: isWithheld(link, site),
    startMs: null,
    preparation,
    expiresAt,
    viewTicket,
    cardUrl,
    version,
  }
}

/** What an owner sees with a recipient's eyes. */
export function previewPageOf(site: OwnedMicrosite, { branding }: PreviewView): SharedPage {
  return { state: 'preview', microsite: sharedView(site, branding, null) }
}

/** An open page once it is written. */
export function documentOf(page: OpenPage, written: Awaited<ReturnType<PageBuild['write']>>): PageDocument {
  return { ...written, lines: page.microsite.segments.map(({ id, start_ms }) => ({ id, start_ms })), video: page.video }
}

function shownVideo({ withVideo, token }: ViewOfLink['link'], site: OwnedMicrosite): SharedVideo | null {
  if (!withVideo || !isVideoReady(site)) return null
  return {
    src: SHARED_PAGE_PATHS.video(token),
    poster: site.posterKey === null ? null : SHARED_PAGE_PATHS.poster(token),
  }
}
