import type { Branding } from '@callfolio/shared/contract/branding.ts'
import type { OpenPage, PageFrame } from '@callfolio/shared/shared-page.ts'
import type { ShareableLinkRow } from '../db/schema.ts'
import type { Readable } from './link-access.ts'
import type { PageDocument } from './page-cache.ts'

/** What a link shows of a microsite whose row was read and whose document was not read. */
export interface ViewOfMicrosite {
  state: Readable
  userId: string
  micrositeId: string
  link: Pick<ShareableLinkRow, 'token' | 'sections' | 'withVideo'>
  branding: Branding
  version: string
}

/** The same on a page. */
export type ViewOfLink = ViewOfMicrosite & Pick<OpenPage, 'expiresAt' | 'viewTicket' | 'cardUrl' | 'preparation'>

/** An owner's preview of a microsite as a recipient sees it. */
export interface PreviewView {
  state: 'preview'
  userId: string
  micrositeId: string
  branding: Branding
}

/**
 * What links show of microsites whose document is long: read and written by another process, so that the one that answers
 * requests never has it in its hands in one piece. Each is null when the microsite is not there any more, or has another version.
 */
export interface LongViews {
  isLong(micrositeId: string): Promise<boolean>
  page(view: ViewOfLink, frame: PageFrame): Promise<PageDocument | null>
  preview(view: PreviewView, frame: PageFrame): Promise<string | null>
  /** The microsite as JSON. */
  json(view: ViewOfMicrosite): Promise<string | null>
}
