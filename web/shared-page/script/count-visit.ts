import { SHARED_PAGE_PATHS } from '@callfolio/shared/page/shared-page.ts'
import { createVisits } from './visits.ts'
import { LEAST_VISIBLE_MS, UNSEEN, readerReducer, waitForReader, type ReaderEvent } from './reader.ts'

/** Sections reached within this time are sent together. ms */
const GATHER_MS = 1000

interface CountVisitOptions {
  /** Counts one view; null: it could not be read. */
  ticket: Promise<string | null>
  storage: Storage | null
  /** Identifies the reader to the server, so that an owner's view is not counted; null: a visitor. */
  accessToken: () => Promise<string | null>
}

/**
 * Reports once per visit that a person reads this page, then how far. A reload continues with the visit's first
 * ticket.
 * @returns a function that accepts sections added later.
 */
export function countVisit({ ticket, storage, accessToken }: CountVisitOptions): () => void {
  const visits = createVisits(storage, location.pathname)
  const goneOn = visits.current(Date.now())
  let visit = goneOn
  // The server accepts a view three seconds after it issued the ticket.
  const usable = ticket.then((text) => ({ text, from: performance.now() + LEAST_VISIBLE_MS }))
  let timer: number | undefined
  let isRead = false
  const report = () => {
    timer = undefined
    if (visit !== null) void send({ ticket: visit, sections: reached }, accessToken)
  }
  const { reached, observe } = collectSections(() => {
    if (isRead) timer ??= window.setTimeout(report, GATHER_MS)
  })
  const goOn = () => {
    if (visit !== null) visits.remember(Date.now(), visit)
  }
  const begin = () => {
    isRead = true
    goOn()
    // Leaving is the last event of a visit.
    addEventListener('pagehide', () => {
      goOn()
      if (timer !== undefined) report()
    })
  }
  if (goneOn !== null) begin()
  else
    watchReader(async () => {
      const { text, from } = await usable
      await new Promise((resolve) => setTimeout(resolve, from - performance.now()))
      // Another tab of the same visit may have reported other sections.
      visit = visits.current(Date.now()) ?? text
      begin()
      report()
    })
  return observe
}

/** A view that could not be sent is not worth an error on the page. */
async function send(
  read: { ticket: string; sections: readonly string[] },
  accessToken: () => Promise<string | null>,
): Promise<void> {
  const token = await accessToken().catch(() => null)
  await fetch(SHARED_PAGE_PATHS.view, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(read),
  }).catch(() => null)
}

const SIGNALS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focus'] as const

/** Calls back once when a person reads the page: it was visible for a while and there was user input. */
function watchReader(onRead: () => Promise<void>): void {
  const watch = new AbortController()
  const options = { signal: watch.signal, passive: true }
  let reader = UNSEEN
  let timer = 0
  const report = (event: ReaderEvent) => {
    reader = readerReducer(reader, event)
    clearTimeout(timer)
    const wait = waitForReader(reader, performance.now())
    if (wait !== null) timer = window.setTimeout(finish, wait)
  }
  const finish = () => {
    watch.abort()
    void onRead()
  }
  const reportVisibility = () =>
    report({ type: document.visibilityState === 'visible' ? 'shown' : 'hidden', at: performance.now() })
  const act = () => report({ type: 'acted' })

  document.addEventListener('visibilitychange', reportVisibility, options)
  for (const signal of SIGNALS) window.addEventListener(signal, act, options)
  // The browser itself scrolls a page that opens at a line; that is over within the first frames after loading.
  const afterLoading = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => window.addEventListener('scroll', act, { ...options, capture: true })),
    )
  if (document.readyState === 'complete') afterLoading()
  else window.addEventListener('load', afterLoading, options)
  reportVisibility()
}

/** A section counts as reached when it is in the middle of the window. */
const MIDDLE = '-30% 0px'

/** Collects the page's sections in the order they are reached. @param onMore called after each of them. */
function collectSections(onMore: () => void): { reached: readonly string[]; observe: () => void } {
  const reached: string[] = []
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = target instanceof HTMLElement ? target.dataset['section'] : undefined
        if (!isIntersecting || name === undefined) continue
        observer.unobserve(target)
        if (reached.includes(name)) continue
        reached.push(name)
        onMore()
      }
    },
    { rootMargin: MIDDLE },
  )
  const observe = () => {
    for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
  }
  observe()
  return { reached, observe }
}
