/** How near the end of what is shown the next part is fetched. */
const NEAR = '800px 0px'

/** A transcript that is too long for one page: its parts come as the reader scrolls to them, searches a word, or follows a moment. */
export interface LongTranscript {
  /** Brings the part that a link leads to. @returns its line; null: it could not be read. */
  open(link: HTMLAnchorElement): Promise<HTMLElement | null>
}

/** @returns null where the page has all of its transcript. */
export function followTranscript(): LongTranscript | null {
  const box = document.querySelector<HTMLElement>('[data-transcript]')
  const list = box?.querySelector('ol[data-parts]') ?? null
  if (box === null || list === null) return null
  let loading: Promise<unknown> = Promise.resolve()
  /** One part at a time: what is fetched has its place beside what is shown then. */
  const inTurn = <Result>(load: () => Promise<Result>): Promise<Result> => {
    const turn = loading.then(load)
    loading = turn.catch(() => undefined)
    return turn
  }
  const near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) void inTurn(() => extend(target))
    },
    { root: box, rootMargin: NEAR },
  )
  const ways = () => list.querySelectorAll<HTMLElement>('[data-more]')
  const watch = () => {
    near.disconnect()
    for (const way of ways()) near.observe(way)
  }

  /** Puts the part that a way leads to in its place. Where it can't be read the way stays, a link like any other. */
  async function extend(way: Element): Promise<boolean> {
    const link = way.querySelector('a')
    const part = link?.isConnected ? await readPart(link.search) : null
    if (part === null) return false
    const isEarlier = way.getAttribute('data-more') === 'earlier'
    // It would lead back to what is shown already.
    part.querySelector(`[data-more="${isEarlier ? 'later' : 'earlier'}"]`)?.remove()
    const height = box?.scrollHeight ?? 0
    way.replaceWith(part)
    // What is read stays where it is.
    if (isEarlier && box) box.scrollTop += box.scrollHeight - height
    watch()
    return true
  }

  async function extendAll(): Promise<void> {
    for (let [way] = ways(); way !== undefined; [way] = ways()) if (!(await extend(way))) return
  }

  document.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    // The browser finds only what is on the page.
    if (key === 'f' && (ctrlKey || metaKey)) void inTurn(extendAll)
  })
  watch()
  return {
    open: (link) =>
      inTurn(async () => {
        const [id = ''] = (link.dataset['lines'] ?? '').split(' ')
        if (document.getElementById(id) === null) {
          const part = await readPart(link.search)
          if (part === null) return null
          list.replaceChildren(part)
          watch()
        }
        return document.getElementById(id)
      }),
  }
}

/** @param search names the part, or the moment that it has. @returns null when it could not be read. */
async function readPart(search: string): Promise<DocumentFragment | null> {
  const reply = await fetch(`${location.pathname}/transcript${search}`).catch(() => null)
  if (!reply?.ok) return null
  const holder = document.createElement('template')
  holder.innerHTML = await reply.text()
  return holder.content
}
