import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Frame, Page } from 'playwright/test'

/** An event on the page, `at` ms after the beginning. */
export interface Step {
  at: number
  mark?: string
  /** The first words of a speaker's turn, or more of it. */
  turn?: string
  speaker?: string
  text?: string
  /** The turn reuses another turn's element. */
  uses?: string
  /** A turn is removed from the page. */
  leave?: string
  /** All captions move to new elements. */
  swap?: true
  captions?: 'on' | 'off'
  /** Turns that reappear when captions are switched on. */
  keep?: string[]
  notice?: true
}

export interface Conversation {
  steps: Step[]
  /** The expected words, each with the mark of the step that brought its first words. */
  lines: { speaker: string; text: string; from: string }[]
}

/** The extension must not depend on anything that differs between languages. */
const LABELS = {
  en: { captions: 'Captions', controls: 'Call controls', panel: 'Side panel', jump: 'Jump to bottom', spoken: 'Language of the meeting', presenting: 'Presenting', chat: 'I paste the link here', joined: 'joined the call', people: 'People', host: 'Meeting host', meeting: 'Meet – Discovery call' },
  ja: { captions: '字幕', controls: '通話の操作', panel: 'サイドパネル', jump: '一番下に移動', spoken: '会議の言語', presenting: '画面を共有しています', chat: 'リンクはこちらです', joined: '参加しました', people: 'ユーザー', host: '主催者', meeting: 'Meet – 打ち合わせ' },
}
export type Language = keyof typeof LABELS
/** `badges`: names with pronouns and icons, and initials in place of a picture. */
export type Form = 'flat' | 'flat-without-pictures' | 'flat-badges' | 'nested' | 'zoom-transcript' | 'zoom-overlay' | 'teams'

/** The address of a meeting's page. Zoom's meeting runs in a frame of it. */
export function meetingUrl(form: Form, language: Language): string {
  if (form === 'teams') return `https://teams.microsoft.com/${form}/${language}`
  return form.startsWith('zoom') ? `https://app.zoom.us/wc/${form}/${language}` : `https://meet.google.com/${form}/${language}`
}

/** What the site answers at `meetingUrl`, and in the frame. */
export function answerMeeting(url: string): Promise<string> | string {
  const [site = 'flat', language = 'en', frame] = new URL(url).pathname.replace('/wc/', '/').split('/').slice(1)
  const form = (FILES[site] === undefined ? 'flat' : site) as Form
  if (!form.startsWith('zoom') || frame !== undefined) return meetingPage(form, language as Language)
  return `<!doctype html><title>Zoom</title><iframe id="webclient" src="${new URL(url).pathname}/frame" style="width: 100%; height: 90vh"></iframe>`
}

/** Where a meeting's page is: in the tab or in a frame of it. */
export async function meetingFrame(page: Page): Promise<Frame> {
  if (!page.url().startsWith('https://app.zoom.us/')) return page.mainFrame()
  await page.frameLocator('#webclient').locator('#place').waitFor({ state: 'attached' })
  return page.frames().find((frame) => frame.url().endsWith('/frame')) ?? page.mainFrame()
}

const FILES: Record<string, string> = {
  'flat': 'meet-flat',
  'flat-without-pictures': 'meet-flat',
  'flat-badges': 'meet-flat',
  'nested': 'meet-nested',
  'zoom-transcript': 'zoom',
  'zoom-overlay': 'zoom',
  'teams': 'teams',
}

/** The page of a meeting in this language. Class names are different each time. */
async function meetingPage(form: Form, language: Language): Promise<string> {
  const html = await readFile(new URL(`${FILES[form]}.html`, import.meta.url), 'utf8')
  const values: Record<string, string> = { ...LABELS[language], language }
  if (FILES[form] === 'zoom' || FILES[form] === 'teams') values.meeting = LABELS[language].meeting.replace('Meet – ', '')
  const drawn =
    form === 'flat-without-pictures'
      ? html.replace(/<img[^>]*>/g, '')
      : form === 'flat-badges'
        ? html.replace('<body>', '<body data-badges>')
        : html.replaceAll(` data-form="${form}"`, '').replace(/<template[^>]* data-form=[^]*?<\/template>/g, '')
  return drawn.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (name === 'class' ? `x${randomBytes(3).toString('hex')}` : (values[name] ?? '')))
}

/** @returns the conversation to play on each variant of the page. */
export async function readConversation(): Promise<Conversation> {
  return JSON.parse(await readFile(new URL('conversation.json', import.meta.url), 'utf8')) as Conversation
}

/** Runs in the page: plays the steps. @returns when each marked step happened, ms since 1970. */
export async function playSteps(steps: Step[]): Promise<Record<string, number>> {
  interface Turn {
    element: Element
    speaker: Element
    text: Element
    words: number
    time: Element | undefined
    id: string
    says: { speaker: string; text: string }
  }
  let turns = new Map<string, Turn>()
  /** Row numbers, which stay the same in new elements. */
  const rows = new Map<string, number>()
  let list: Element | null = null
  let end: Element | null = null

  const copy = (id: string): { element: Element; slots: Record<string, Element> } => {
    const template = document.querySelector(`template#${id}`) as HTMLTemplateElement
    const element = template.content.firstElementChild?.cloneNode(true) as Element
    const slots: Record<string, Element> = {}
    for (const slot of [element, ...element.querySelectorAll('[data-slot]')]) {
      slots[slot.getAttribute('data-slot') ?? ''] = slot
      slot.removeAttribute('data-slot')
    }
    return { element, slots }
  }
  const decorate = (element: Element, speaker: string): void => {
    const head = element.querySelector('img')?.parentElement
    head?.insertAdjacentHTML('beforeend', `<i>domain_disabled</i><div>(she/her)</div>`)
    const initials = Object.assign(document.createElement('div'), { className: 'initials' })
    if (speaker === 'Ben Okafor') element.querySelector('img')?.replaceWith(initials)
  }
  const write = (turn: Turn): void => {
    const initials = turn.says.speaker.replace(/(\S)\S*\s*/g, '$1').toUpperCase()
    turn.speaker.textContent = turn.element.querySelector('[data-initials]') === null ? turn.says.speaker : initials
    if (!rows.has(turn.id)) rows.set(turn.id, rows.size)
    if (turn.time) turn.time.textContent = `10:00:${rows.get(turn.id)}`
    for (const element of turn.element.querySelectorAll('.initials')) element.textContent = initials
    if (turn.words > 0) {
      const chunks = turn.says.text.match(new RegExp(`(\\S+\\s*){1,${turn.words}}`, 'g')) ?? []
      const spans = chunks.map((chunk) => Object.assign(document.createElement('span'), { textContent: chunk }))
      turn.text.replaceChildren(...spans)
    } else if (turn.text.firstChild instanceof Text) turn.text.firstChild.data = turn.says.text
    else turn.text.textContent = turn.says.text
  }
  const add = (id: string, says: Turn['says']): void => {
    const { element, slots } = copy('turn')
    if (document.body.hasAttribute('data-badges')) decorate(element, says.speaker)
    const text = slots.text as Element
    const turn = { element, speaker: slots.speaker as Element, text, words: Number(text.getAttribute('data-words') ?? 0), time: slots.time, id, says }
    text.removeAttribute('data-words')
    turns.set(id, turn)
    write(turn)
    list?.insertBefore(element, end)
  }
  const open = (keep: string[]): void => {
    const { element, slots } = copy('captions')
    list = slots.turns as Element
    end = slots.end as Element
    const former = turns
    turns = new Map()
    for (const id of keep) add(id, (former.get(id) as Turn).says)
    document.querySelector('#place')?.replaceChildren(element)
  }
  const happen = (step: Step): void => {
    if (step.notice) Object.assign(document.querySelector('#notice') as Element, { textContent: 'Your camera is off' })
    if (step.captions === 'off') document.querySelector('#place')?.replaceChildren()
    if (step.captions === 'on') open(step.keep ?? [])
    if (step.swap) open([...turns.keys()])
    if (step.leave !== undefined) {
      turns.get(step.leave)?.element.remove()
      turns.delete(step.leave)
    }
    if (step.turn === undefined) return
    const used = turns.get(step.uses ?? step.turn)
    if (used === undefined) return add(step.turn, { speaker: step.speaker ?? '', text: step.text ?? '' })
    used.says = { speaker: step.speaker ?? used.says.speaker, text: step.text ?? '' }
    turns.delete(step.uses ?? step.turn)
    used.id = step.turn
    turns.set(step.turn, used)
    write(used)
  }

  const marks: Record<string, number> = {}
  const began = Date.now()
  open([])
  for (const step of steps) {
    await new Promise((resolve) => setTimeout(resolve, began + step.at - Date.now()))
    happen(step)
    if (step.mark !== undefined) marks[step.mark] = Date.now()
  }
  return marks
}
