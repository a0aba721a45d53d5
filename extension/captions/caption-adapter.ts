import type { CaptionSiteId } from '../messaging/captions-protocol.ts'

/** One speaker's turn on a page. */
export interface BlockOnPage {
  /** The turn is the same as long as its element is. */
  element: Element
  speaker: string
  text: string
}

/** How one site shows its captions. Everything that differs between meeting sites is in here. */
export interface CaptionAdapter {
  readonly site: CaptionSiteId
  /** @returns the meeting's name as its page shows it, for example from the calendar; null if it shows none. */
  findName(page: Document): string | null
  /** @returns the names of the people in the call that its page shows, each once; empty if it shows none. */
  findPeople(page: Document): string[]
  /** @returns the element that currently contains the captions; null while none are shown. */
  findContainer(page: Document): Element | null
  /** @returns what is in place of captions in an unknown form; empty if everything can be read. */
  findUnread(page: Document): string
  /** @returns the turns in it, from top to bottom. */
  readBlocks(container: Element): BlockOnPage[]
  /** Whether the page shows the control that leaves a call. */
  isInCall(page: Document): boolean
  /** Whether turns stay in it and can be scrolled back to. */
  isList?(container: Element): boolean
}
