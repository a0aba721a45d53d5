const GAP_PX = 6
const MARGIN_PX = 12
/** More would cover the page; the click leads to all of them. */
const MAX_LINES = 3

/** Shows a time's lines while it is hovered or focused. */
export function showLinesOnHover(): void {
  const tooltip = document.createElement('div')
  tooltip.id = 'line-tooltip'
  tooltip.role = 'tooltip'
  tooltip.hidden = true
  tooltip.className =
    'fixed z-30 grid max-w-[min(24rem,calc(100vw-1.5rem))] gap-2 rounded bg-raised px-4 py-3 text-15 text-ink shadow-menu print:hidden [&[hidden]]:hidden'
  document.body.append(tooltip)

  let shownFor: HTMLElement | null = null
  const hide = () => {
    shownFor?.removeAttribute('aria-describedby')
    shownFor = null
    tooltip.hidden = true
  }
  const show = (link: HTMLElement) => {
    if (shownFor === link) return
    hide()
    const lines = getLines(link)
    if (lines.length === 0) return
    tooltip.replaceChildren(...lines)
    tooltip.hidden = false
    place(tooltip, link)
    link.setAttribute('aria-describedby', tooltip.id)
    shownFor = link
  }
  const getLink = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('a[data-lines]') : null
  const follow = (event: Event) => {
    const link = getLink(event)
    if (link === null) hide()
    else show(link)
  }
  document.addEventListener('pointerover', (event) => event.pointerType !== 'touch' && follow(event))
  document.addEventListener(
    'focusin',
    (event) => event.target instanceof Element && event.target.matches(':focus-visible') && follow(event),
  )
  document.addEventListener('focusout', hide)
  // Focus may scroll its link into view after the lines were shown.
  document.addEventListener('scroll', () => shownFor && place(tooltip, shownFor), { capture: true, passive: true })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  document.addEventListener('click', hide)
}

function getLines({ dataset }: HTMLElement): Node[] {
  return (dataset['lines'] ?? '')
    .split(' ')
    .slice(0, MAX_LINES)
    .flatMap((id) => {
      const line = document.getElementById(id)
      const text = line?.querySelector('[data-said]')?.textContent
      if (!line || !text) return []
      const copy = document.createElement('p')
      const head = document.createElement('span')
      head.className = 'block text-13 text-muted tabular-nums'
      head.textContent = line.dataset['head'] ?? ''
      copy.dir = 'auto'
      copy.append(head, text)
      return [copy]
    })
}

/** Below the link, or above it if there is no space; inside the window. */
function place(tooltip: HTMLElement, link: HTMLElement): void {
  const at = link.getBoundingClientRect()
  const { width, height } = tooltip.getBoundingClientRect()
  const below = at.bottom + GAP_PX
  const top = below + height + MARGIN_PX > innerHeight ? Math.max(MARGIN_PX, at.top - GAP_PX - height) : below
  tooltip.style.top = `${top}px`
  tooltip.style.left = `${Math.max(MARGIN_PX, Math.min(at.left, innerWidth - width - MARGIN_PX))}px`
}
