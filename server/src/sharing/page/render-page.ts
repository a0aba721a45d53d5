import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { PageLanguage } from '@callfolio/shared/page-words/page-words.ts'
import {
  SHARED_PAGE_PATHS,
  type OpenPage,
  type PageAssets,
  type RenderSharedPage,
  type SharedPage,
  type SharedVideo,
} from '@callfolio/shared/page/shared-page.ts'
import type { ShareableLinkRow } from '../../db/schema.ts'
import { isVideoReady } from '../../microsites/library/to-wire.ts'
import { nullWhenGone, type OwnedMicrosite, type ReadOwned } from './owned-microsite.ts'
import { isWithheld } from './preparation.ts'
import { sharedView } from './shared-view.ts'

/** The request a page is rendered for: its absolute addresses and its reader's language. */
export interface PageReader {
  origin: string
  language: PageLanguage
}

/** What a link shows of a microsite. */
export interface LinkView {
  userId: string
  micrositeId: string
  link: Pick<ShareableLinkRow, 'token' | 'sections' | 'withVideo'>
  branding: Branding
}

/** A link view with the page around it. */
export type LinkPageView = LinkView & Pick<OpenPage, 'expiresAt' | 'cardUrl' | 'preparation' | 'version'>

/** An owner's preview. */
export type PreviewView = Omit<LinkView, 'link'>

/** A rendering job. */
export type PageJob =
  | { what: 'message'; page: Exclude<SharedPage, { microsite: unknown }>; reader: PageReader }
  | { what: 'page'; view: LinkPageView; reader: PageReader }
  | { what: 'preview'; view: PreviewView; reader: PageReader }
  | { what: 'json'; view: LinkView }

export interface RenderPageDeps {
  readOwned: ReadOwned
  render: RenderSharedPage
  assets: PageAssets
}

/** Renders HTML, or the microsite as JSON. @returns null when the microsite was deleted. */
export async function renderPage({ readOwned, render, assets }: RenderPageDeps, job: PageJob): Promise<string | null> {
  if (job.what === 'message') return render(job.page, { ...job.reader, assets })
  const { view } = job
  const site = await readOwned(view.userId, view.micrositeId).catch(nullWhenGone)
  if (site === null) return null
  switch (job.what) {
    case 'json':
      return JSON.stringify(sharedView(site, view.branding, job.view.link.sections))
    case 'preview':
      return render({ state: 'preview', microsite: sharedView(site, view.branding, null) }, { ...job.reader, assets })
    case 'page':
      return render(openPage(site, job.view), { ...job.reader, assets })
  }
}

function openPage(
  site: OwnedMicrosite,
  { link, branding, expiresAt, cardUrl, preparation, version }: LinkPageView,
): OpenPage {
  return {
    state: 'open',
    microsite: sharedView(site, branding, link.sections),
    video: shownVideo(link, site),
    isWithheld: isWithheld(link, site),
    preparation,
    expiresAt,
    cardUrl,
    version,
  }
}

function shownVideo({ withVideo, token }: LinkView['link'], site: OwnedMicrosite): SharedVideo | null {
  if (!withVideo || !isVideoReady(site)) return null
  return {
    src: SHARED_PAGE_PATHS.video(token),
    poster: site.posterKey === null ? null : SHARED_PAGE_PATHS.poster(token),
  }
}
