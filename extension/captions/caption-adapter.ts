/** One speaker's turn on a page. */
export interface BlockOnPage {
  /** The turn is the same as long as its element is. */
  element: Element
  speaker: string
  text: string
}

/** How one site shows its captions. All that differs between meeting sites is in here. */
export interface CaptionAdapter {
  /** The site's name as people know it. */
  readonly site: string
  /** @returns the meeting's name as its page shows it, from the calendar for example; null where it shows none. */
  findName(page: Document): string | null
  /** @returns the element that holds the captions at the moment; null while none are shown. */
  findContainer(page: Document): Element | null
  /** @returns what stands where captions would and has no form that is known; empty where all can be read. */
  findUnread(page: Document): string
  /** @returns the turns in it, from top to bottom. */
  readBlocks(container: Element): BlockOnPage[]
}
