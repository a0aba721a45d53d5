import { BRAND } from '@callfolio/shared/brand.ts'
import { formatClock } from '@callfolio/shared/format.ts'
import type { BarCommand, BarState } from '../messaging/bar-protocol.ts'
import { controlAt, freePlace } from './free-place.ts'

/** The bar in a recorded page. */
export interface RecordingBar {
  show(state: BarState): void
  remove(): void
}

export interface RecordingBarOptions {
  send: (command: BarCommand) => void
  onHide: () => void
}

/** How long it shows its buttons without a pointer or the focus in it. ms */
const IDLE_MS = 4000
/** How often it looks whether the page has put a control under it. ms */
const PLACE_MS = 1000

const STYLE = `
:host { all: initial; position: fixed; z-index: 2147483647 }
[role="group"] { box-sizing: border-box; display: flex; flex-wrap: wrap; align-items: center; gap: 4px;
  max-width: calc(100vw - 16px); padding: 4px 6px 4px 12px; border: 1px solid #6b6b70; border-radius: 8px;
  background: #18181b; color: #fff; font: 500 13px/1.4 system-ui, sans-serif; box-shadow: 0 2px 8px #0006 }
.dot { width: 10px; height: 10px; border-radius: 50%; background: #f87171 }
.paused .dot { background: none; box-shadow: inset 0 0 0 2px #f87171 }
.time { min-width: 40px; padding: 0 4px; font-variant-numeric: tabular-nums }
.level { width: 40px; height: 6px; margin-right: 4px; border-radius: 3px; background: #52525b; overflow: hidden }
.level > div { height: 100%; background: #4ade80; transform-origin: left }
button { all: unset; box-sizing: border-box; min-height: 28px; padding: 0 8px; border-radius: 5px; line-height: 28px; cursor: pointer }
button:hover { background: #3f3f46 }
button:focus-visible { outline: 2px solid #fff }
[hidden] { display: none }
/* The recording shows the page with it: buttons come when they are needed, and stay reachable by keyboard. */
.idle { padding-right: 12px }
.idle .level { display: none }
.idle button { position: absolute; width: 1px; min-height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%) }
@media (max-width: 359px) { .level { display: none } button { padding: 0 6px } }
.status { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`

/** Shows the bar of a recorded page. Its shadow root is closed, and it obeys the person only, not the page's scripts. */
export function showRecordingBar({ send, onHide }: RecordingBarOptions): RecordingBar {
  const host = document.createElement('call-recording-bar')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLE)
  root.adoptedStyleSheets = [sheet]

  const bar = add(root, 'div')
  bar.role = 'group'
  bar.ariaLabel = `${BRAND.name} recording`
  add(bar, 'span').className = 'dot'
  const time = add(bar, 'span')
  time.className = 'time'
  const meter = add(bar, 'div')
  meter.className = 'level'
  meter.role = 'meter'
  meter.ariaLabel = 'Level'
  meter.ariaValueMin = '0'
  meter.ariaValueMax = '100'
  const level = add(meter, 'div')
  let isPaused = false
  const pause = button('Pause', () => send({ type: isPaused ? 'resume' : 'pause' }))
  const mark = button('Mark', () => send({ type: 'mark' }))
  button('Stop', () => send({ type: 'stop' }))
  button('Hide', onHide)
  const status = add(bar, 'span')
  status.className = 'status'
  status.role = 'status'
  let idleTimer: ReturnType<typeof setTimeout> | undefined
  const rest = (): void => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => bar.classList.add('idle'), IDLE_MS)
  }
  const wake = (): void => {
    clearTimeout(idleTimer)
    bar.classList.remove('idle')
  }
  for (const type of ['pointerenter', 'focusin']) bar.addEventListener(type, wake)
  for (const type of ['pointerleave', 'focusout']) bar.addEventListener(type, rest)
  rest()
  // Keys pressed in it are not the page's shortcuts.
  for (const type of ['keydown', 'keyup', 'keypress']) host.addEventListener(type, (event) => event.stopPropagation())
  document.documentElement.append(host)
  let size = { width: 0, height: 0 }
  const timer = setInterval(place, PLACE_MS)
  place()

  function button(name: string, run: () => void): HTMLButtonElement {
    const made = add(bar, 'button')
    made.type = 'button'
    made.textContent = name
    made.addEventListener('click', ({ isTrusted }) => isTrusted && run())
    return made
  }

  function place(): void {
    if (!host.isConnected) document.documentElement.append(host)
    const { width, height } = bar.getBoundingClientRect()
    // It keeps its place when its buttons come.
    size = { width: Math.max(size.width, width), height: Math.max(size.height, height) }
    const page = { width: window.innerWidth, height: window.innerHeight }
    const { left, top } = freePlace(size, page, (x, y) => controlAt(document, host, x, y))
    Object.assign(host.style, { left: `${left}px`, top: `${top}px` })
  }

  let marked: number | null = null
  return {
    show(state) {
      isPaused = state.state === 'paused'
      bar.classList.toggle('paused', isPaused)
      setText(time, state.state === 'starting' ? 'Starting...' : formatClock(state.elapsedMs))
      meter.hidden = state.level === null
      meter.ariaValueNow = String(Math.round((state.level ?? 0) * 100))
      level.style.transform = `scaleX(${state.level ?? 0})`
      pause.hidden = mark.hidden = state.state === 'starting'
      setText(pause, isPaused ? 'Resume' : 'Pause')
      setText(mark, state.marks === 0 ? 'Mark' : `Mark ${state.marks + 1}`)
      if (marked !== null && state.marks > marked)
        setText(status, `Mark ${state.marks} at ${formatClock(state.elapsedMs)}`)
      marked = state.marks
    },
    remove() {
      clearInterval(timer)
      clearTimeout(idleTimer)
      host.remove()
    },
  }
}

function add<Tag extends keyof HTMLElementTagNameMap>(to: Node, tag: Tag): HTMLElementTagNameMap[Tag] {
  return to.appendChild(document.createElement(tag))
}

/** Ten times a second: only a changed text is drawn and announced. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
