import type { PageWords } from '@callfolio/shared/page-words/en.ts'
import { fill } from '@callfolio/shared/page-words/fill.ts'
import { LIVE_EVENT, type LiveState } from '@callfolio/shared/page/shared-page.ts'
import { ENDED } from './watch-link.ts'

/** Delay before a page retries after its stream or its content failed to load. */
const AGAIN_MS = 10_000

interface FollowOptions {
  /** Parts of the page were added or replaced. */
  onArrival: (parts: readonly Element[]) => void
  /** The page is complete. */
  onComplete: () => void
}

/**
 * Fills in a page that is being prepared: its stream reports each change, the page is fetched again, and changed
 * parts are replaced. The opened page stays, and with it its ticket, so its view counts once.
 */
export function followPage({ onArrival, onComplete }: FollowOptions): void {
  let shown = document.body.dataset['version']
  if (shown === undefined) return
  const written = new WeakMap<Element, string>()
  for (const part of document.querySelectorAll('[data-part]')) written.set(part, part.outerHTML)
  let source: EventSource | null = null
  let reading: Promise<void> = Promise.resolve()

  const connect = () => {
    source = new EventSource(`${location.pathname}/live`)
    source.addEventListener(LIVE_EVENT, ({ data }: MessageEvent<string>) => follow(JSON.parse(data) as LiveState))
    // The browser reconnects a dropped stream, but not a rejected one.
    source.addEventListener('error', () => source?.readyState === EventSource.CLOSED && again())
  }
  const again = () => {
    source?.close()
    setTimeout(() => {
      if (shown !== undefined) connect()
    }, AGAIN_MS)
  }
  const follow = (state: LiveState) => {
    if (state.state === 'ended') return reload()
    if (state.state === 'open') source?.close()
    else showProgress(state)
    reading = reading.then(async () => {
      if (shown === undefined || shown === state.version) return
      const read = await readPage().catch(() => null)
      if (read === null) return again()
      show(read)
    })
  }
  const show = (fresh: Document) => {
    const places = [document, fresh].map((page) => page.querySelector('[data-part="article"]'))
    const [place, article] = places
    // Without an article it is another page.
    if (!place || !article) return reload()
    const arrived: Element[] = []
    takeParts(place, article, { written, arrived })
    document.title = fresh.title
    document.documentElement.lang = fresh.documentElement.lang
    shown = fresh.body.dataset['version']
    announce(arrived, shown === undefined)
    onArrival(arrived)
    if (shown !== undefined) return
    source?.close()
    delete document.body.dataset['version']
    onComplete()
  }
  connect()
}

function reload(): void {
  location.reload()
}

/**
 * @returns null when its link has ended: the page is reloaded and shows why. @throws when it could not be fetched.
 */
async function readPage(): Promise<Document> {
  const reply = await fetch(location.pathname + location.search, { cache: 'no-store' })
  if (ENDED.has(reply.status)) reload()
  if (!reply.ok) throw new Error(`The page could not be read: ${reply.status}.`)
  return new DOMParser().parseFromString(await reply.text(), 'text/html')
}

function showProgress({ text, progress }: Extract<LiveState, { state: 'preparing' }>): void {
  const words = document.querySelector('[data-preparation]')
  if (words !== null && words.textContent !== text) words.textContent = text
  document.querySelector<HTMLProgressElement>('[data-progress]')?.setAttribute('value', String(progress))
}

interface Exchange {
  /** The server's markup of each part: scripts change the page's own. */
  written: WeakMap<Element, string>
  /** Collects the changes. */
  arrived: Element[]
}

/** Gives a part the children of its newer version: unchanged ones stay, with focus, scroll position and playback. */
function takeParts(old: Element, fresh: Element, exchange: Exchange): void {
  const { written, arrived } = exchange
  for (const { name, value } of fresh.attributes) old.setAttribute(name, value)
  const before = new Map(Array.from(old.children, (child) => [getName(child), child]))
  let next = old.firstElementChild
  for (const child of Array.from(fresh.children)) {
    const known = before.get(getName(child))
    before.delete(getName(child))
    if (known && (isContainer(child) || written.get(known) === child.outerHTML || child.localName === 'video')) {
      if (isContainer(child)) takeParts(known, child, exchange)
      next = known.nextElementSibling
      continue
    }
    const part = document.importNode(child, true)
    for (const inner of [part, ...part.querySelectorAll('[data-part]')]) written.set(inner, inner.outerHTML)
    if (known) known.replaceWith(part)
    else old.insertBefore(part, next)
    next = part.nextElementSibling
    arrived.push(part)
  }
  for (const gone of before.values()) gone.remove()
}

function isContainer({ children }: Element): boolean {
  return children.length > 0 && Array.from(children).every((child) => getName(child) !== null)
}

function getName(part: Element): string | null {
  return part.getAttribute('data-part')
}

/** For screen readers: which sections were added. */
function announce(arrived: readonly Element[], complete: boolean): void {
  const place = document.querySelector<HTMLElement>('[data-arrivals]')
  if (place === null) return
  const words = JSON.parse(place.dataset['words'] ?? '') as PageWords['arrivals']
  const titles = arrived.flatMap((part) => part.querySelector('h2')?.textContent ?? [])
  const added = titles.length === 0 ? '' : `${fill(words.added, { sections: titles.join(', ') })} `
  place.textContent = complete ? `${added}${words.ready}` : added
}
