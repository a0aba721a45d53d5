import type { PageFrame } from '@callfolio/shared/shared-page.ts'
import type { PageSurroundings } from './open-page.ts'
import type { PageDocument } from './page-cache.ts'

/** What a link shows of a microsite whose row was looked at and whose document was not read. */
export interface ViewOfMicrosite extends Pick<PageSurroundings, 'link' | 'branding' | 'version'> {
  userId: string
  micrositeId: string
}

/** The same on a page. */
export type ViewOfLink = ViewOfMicrosite & PageSurroundings

/**
 * What links show of microsites whose document is long: read and written by another process, so that the one that answers
 * requests never has it in its hands in one piece.
 */
export interface LongViews {
  isLong(micrositeId: string): Promise<boolean>
  /** @returns null when the microsite is not there any more, or has another version. */
  page(view: ViewOfLink, frame: PageFrame): Promise<PageDocument | null>
  /** @returns the microsite as JSON; null as for the page. */
  json(view: ViewOfMicrosite): Promise<Buffer | null>
}
