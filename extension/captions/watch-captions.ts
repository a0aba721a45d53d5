import type { CaptionChanges, CaptionPage } from '../messaging/captions-protocol.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { EMPTY_TRACK, observeCaptions } from './caption-track.ts'

export interface WatchOptions {
  adapter: CaptionAdapter
  page: Document
  /** ms since 1970. */
  now: () => number
  onChanges: (changes: CaptionChanges) => void
  onPage: (page: CaptionPage) => void
}

/** How often the container is searched again: pages swap it without an event. ms */
const POLL_MS = 500
/** A page that changes constantly isn't searched more often. ms */
const MIN_POLL_MS = 100
/** Text that changes this often is speech, not a notice. */
const UNREAD_CHANGES = 3

/**
 * Watches the captions of a page, also when they are switched off and on and when the page swaps the element that
 * contains them. @returns a function that stops it.
 */
export function watchCaptions({ adapter, page, now, onChanges, onPage }: WatchOptions): () => void {
  const keys = new WeakMap<Element, number>()
  let lastKey = 0
  let track = EMPTY_TRACK
  let container: Element | null = null
  let polledAt = 0
  /** When a change was detected that has not been read yet. */
  let changedAt: number | null = null
  let soon: ReturnType<typeof setTimeout> | undefined
  let state: CaptionPage = 'hidden'
  let wasShown = false
  let unread = { text: '', changes: 0 }

  const getKey = (element: Element): number => {
    const key = keys.get(element) ?? ++lastKey
    keys.set(element, key)
    return key
  }
  const read = (): void => {
    const blocks = container?.isConnected === true && container.checkVisibility() ? adapter.readBlocks(container) : []
    const seen = blocks.map(({ element, speaker, text }) => ({ key: getKey(element), speaker, text }))
    const isList = container !== null && adapter.isList?.(container) === true
    const observed = observeCaptions(track, seen, changedAt ?? now(), isList)
    changedAt = null
    track = observed.track
    if (observed.changes.put.length + observed.changes.removed.length > 0) onChanges(observed.changes)
  }
  const captions = new MutationObserver(read)
  const poll = (): void => {
    clearTimeout(soon)
    soon = undefined
    polledAt = now()
    // A container without turns stays: the next ones appear in it.
    const found = adapter.findContainer(page) ?? (container?.isConnected === true ? container : null)
    if (found !== container) {
      captions.disconnect()
      container = found
      if (container !== null) captions.observe(container, { subtree: true, childList: true, characterData: true })
    }
    read()
    report()
  }
  const report = (): void => {
    // Once captions were read, the page's form is known.
    const text = wasShown || container !== null ? '' : adapter.findUnread(page)
    if (text === '') unread = { text, changes: 0 }
    else if (text !== unread.text) unread = { text, changes: unread.changes + 1 }
    const isShown = container?.checkVisibility() === true
    wasShown ||= isShown
    const found = isShown ? 'shown' : unread.changes >= UNREAD_CHANGES ? 'unreadable' : 'hidden'
    if (found !== state) onPage((state = found))
  }
  const elsewhere = new MutationObserver(() => {
    if (container?.isConnected === true) return
    changedAt ??= now()
    soon ??= setTimeout(poll, Math.max(0, polledAt + MIN_POLL_MS - now()))
  })
  elsewhere.observe(page.documentElement, { subtree: true, childList: true })
  const timer = setInterval(poll, POLL_MS)
  poll()
  return () => {
    clearInterval(timer)
    clearTimeout(soon)
    captions.disconnect()
    elsewhere.disconnect()
  }
}
