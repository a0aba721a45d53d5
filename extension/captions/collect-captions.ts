import type { CaptionChanges, CaptionPage, CaptionsChanged } from '../messaging/captions-protocol.ts'
import type { CaptionAdapter } from './caption-adapter.ts'
import { meetingName } from './meeting-name.ts'
import { createCaptionOutbox } from './caption-outbox.ts'
import { watchCaptions } from './watch-captions.ts'

/** A crashed browser loses at most the captions of this time. */
const SEND_MS = 1000

/**
 * Collects the captions of this page's meeting and reports them as they arrive. @returns a function that stops it.
 */
export function collectCaptions({
  adapter,
  send,
}: {
  adapter: CaptionAdapter
  send: (message: CaptionsChanged) => Promise<void>
}): () => void {
  const session = { id: crypto.randomUUID(), site: adapter.site, startedAt: Date.now() }
  let page: CaptionPage = 'hidden'
  let hasLines = false
  // The page may get its title after the first words.
  const report = (changes: CaptionChanges) =>
    send({
      type: 'captions/changed',
      session: { ...session, title: document.title.slice(0, 500), name: getName(adapter), page },
      ...changes,
    })
  const outbox = createCaptionOutbox(report)
  const flush = (): void => void outbox.flush()
  const unwatch = watchCaptions({
    adapter,
    page: document,
    now: () => Date.now(),
    onChanges(changes) {
      hasLines = true
      outbox.add(changes)
    },
    onPage(state) {
      page = state
      // A page that never shows captions is no session.
      if (hasLines || page === 'unreadable') void report({ put: [], removed: [] }).catch(() => {})
    },
  })
  const timer = setInterval(flush, SEND_MS)
  window.addEventListener('pagehide', flush)
  return () => {
    unwatch()
    clearInterval(timer)
    window.removeEventListener('pagehide', flush)
    flush()
  }
}

/** The meeting's name as its page or its tab shows it. */
export function getName(adapter: CaptionAdapter): string | null {
  return adapter.findName(document) ?? meetingName({ title: document.title, url: document.URL })
}
