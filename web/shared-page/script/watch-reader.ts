import { NOBODY, readerReducer, waitForReader, type ReaderEvent } from './reader.ts'

const SIGNALS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'focus'] as const

/** Calls back once, when a person reads the page: it was in sight for a while and somebody moved. */
export function watchReader(onRead: () => void): void {
  const watch = new AbortController()
  const options = { signal: watch.signal, passive: true }
  let reader = NOBODY
  let timer = 0
  const tell = (event: ReaderEvent) => {
    reader = readerReducer(reader, event)
    clearTimeout(timer)
    const wait = waitForReader(reader, performance.now())
    if (wait !== null) timer = window.setTimeout(finish, wait)
  }
  const finish = () => {
    watch.abort()
    onRead()
  }
  const look = () => tell({ type: document.visibilityState === 'visible' ? 'shown' : 'hidden', at: performance.now() })
  const act = () => tell({ type: 'acted' })

  document.addEventListener('visibilitychange', look, options)
  for (const signal of SIGNALS) window.addEventListener(signal, act, options)
  // The browser itself scrolls a page that opens at a line; that is over with the first frames after loading.
  const afterLoading = () =>
    requestAnimationFrame(() =>
      requestAnimationFrame(() => window.addEventListener('scroll', act, { ...options, capture: true })),
    )
  if (document.readyState === 'complete') afterLoading()
  else window.addEventListener('load', afterLoading, options)
  look()
}
