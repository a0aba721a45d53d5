import type { Page } from 'playwright/test'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import { signUp } from '../fixtures/client.ts'
import { expect, test } from '../fixtures/test.ts'
import { startMeetBrowser, type MeetBrowser } from './meet-browser.ts'
import { playSteps, readConversation, type Conversation, type Form, type Language } from './pages/meet-page.ts'

interface Status {
  on: string[]
  sessions: { id: string; title: string; lines: number; health: string; page: string }[]
}
interface Cue {
  start: number
  speaker: string
  text: string
}

/** Tolerance for a line's start, which is when its words appeared on the page; the machine may be busy. */
const TOLERANCE_MS = 150
/** The maximum of meetings followed at once. */
const MEET_FORMS: [Form, Language][] = [
  ['flat', 'ja'],
  ['flat-without-pictures', 'en'],
  ['flat-badges', 'en'],
  ['flat-badges', 'ja'],
  ['nested', 'en'],
  ['nested', 'ja'],
]
const OTHER_FORMS: [Form, Language][] = [
  ['zoom-transcript', 'en'],
  ['zoom-overlay', 'en'],
  ['zoom-overlay', 'ja'],
  ['teams', 'en'],
  ['teams', 'ja'],
]
const SITES = ['meet', 'zoom', 'teams']

let browser: MeetBrowser
let conversation: Conversation
test.beforeAll(async () => {
  conversation = await readConversation()
  browser = await startMeetBrowser({ allowed: true })
  for (const site of SITES) expect(await browser.ask({ type: 'captions/switch', site, on: true })).toEqual({ on: true })
})
test.afterAll(async () => {
  await browser.close()
})

const status = () => browser.ask<Status>({ type: 'captions/status' })
const sessionIds = async () => (await status()).sessions.map(({ id }) => id)

/** Plays the conversation to its end. @returns its session and when each step happened. */
async function hold(
  form: Form,
  language: Language,
  open?: Page,
): Promise<{ session: string; marks: Record<string, number> }> {
  const known = new Set(await sessionIds())
  const page = open ?? (await browser.meet(form, language))
  const marks = await page.evaluate(playSteps, conversation.steps)
  const current = async () => (await status()).sessions.find(({ id }) => !known.has(id))
  await expect.poll(async () => (await current())?.lines).toBe(conversation.lines.length)
  const session = (await current())?.id ?? ''
  await expect.poll(() => webvtt({ sessionIds: [session] })).toContain('goodbye')
  await page.close()
  return { session, marks }
}

async function webvtt(command: object): Promise<string> {
  return (await browser.ask<{ webvtt: string | null }>({ type: 'captions/webvtt', ...command })).webvtt ?? ''
}

function readCues(text: string): Cue[] {
  const cues = [...text.matchAll(/^(\d+):(\d+):([\d.]+) --> .*\n<v ([^>]*)>(.*)<\/v>$/gm)]
  return cues.map(([, hours, minutes, seconds, speaker = '', said = '']) => ({
    start: Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000),
    speaker,
    text: said.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  }))
}

function expectLines(
  cues: Cue[],
  expected: { start: number; speaker: string; text: string }[],
  what = 'the lines',
): void {
  expect(
    cues.map(({ speaker, text }) => `${speaker}: ${text}`),
    what,
  ).toEqual(expected.map(({ speaker, text }) => `${speaker}: ${text}`))
  for (const [index, cue] of cues.entries())
    expect(Math.abs(cue.start - (expected[index]?.start ?? 0)), `${what}: ${cue.text}`).toBeLessThanOrEqual(
      TOLERANCE_MS,
    )
}

for (const [name, forms, title] of [
  ['Google Meet', MEET_FORMS, /^Meet – /],
  ['Zoom and Teams', OTHER_FORMS, /^(?:Discovery call|打ち合わせ)/],
] as const)
  test(`captions of ${name} become lines with names and times, in every layout and concurrent meetings`, async () => {
    const meetings: { what: string; played: Promise<Record<string, number>>; session: string; page: Page }[] = []
    for (const [form, language] of forms) {
      const known = await sessionIds()
      const page = await browser.meet(form, language)
      const played = (await browser.frame(page)).evaluate(playSteps, conversation.steps)
      // Started one after another, so that each session can be assigned when it begins.
      await expect.poll(async () => (await sessionIds()).length).toBe(known.length + 1)
      const [session = ''] = (await sessionIds()).filter((id) => !known.includes(id))
      meetings.push({ what: `${form} page, ${language}`, played, session, page })
    }
    for (const { what, played, session, page } of meetings) {
      const marks = await played
      await expect.poll(() => webvtt({ sessionIds: [session] }), what).toContain('goodbye')
      const began = marks.hello ?? 0
      expectLines(
        readCues(await webvtt({ sessionIds: [session] })),
        conversation.lines.map(({ from, ...line }) => ({ ...line, start: (marks[from] ?? 0) - began })),
        what,
      )
      const kept = (await status()).sessions.find(({ id }) => id === session)
      expect(kept?.title, what).toMatch(title)
      expect(kept?.health, what).toMatch(/^Captions: 10 lines, last \d+ s ago$/)
      await page.close()
    }
  })

test('lines with a recording use its time without pauses, and are deleted on request', async () => {
  const { session, marks } = await hold('flat', 'en')
  const at = (mark: string): number => marks[mark] ?? 0
  const recording = {
    startedAt: at('need') - 50,
    endedAt: at('thank') + 5000,
    pauses: [{ from: at('price') - 100, to: at('yes') - 100 }],
  }
  const kept = ['need', 'wait', 'that', 'then', 'yes', 'write', 'thank']
  const paused = recording.pauses[0]!.to - recording.pauses[0]!.from
  const expected = conversation.lines
    .filter(({ from }) => kept.includes(from))
    .map(({ from, ...line }) => ({
      ...line,
      start: at(from) - recording.startedAt - (at(from) > recording.pauses[0]!.to ? paused : 0),
    }))
  // Excludes words spoken before the recording started.
  expectLines(readCues(await webvtt({ sessionIds: [session], recording })), expected)

  expect(await browser.ask({ type: 'captions/forget', sessionIds: [session] })).toEqual({ forgotten: 1 })
  expect(await webvtt({ sessionIds: [session] })).toBe('')
})

test('a captions-only meeting becomes a microsite with speaker names', async ({ premiumServer }) => {
  const { session } = await hold('nested', 'en')
  const person = await signUp(premiumServer.url)
  const site = await person.finished(
    await person.process({ title: 'Captions alone', captions: await webvtt({ sessionIds: [session] }) }),
  )
  expect(site.status).toBe('active')
  expect(new Set(site.segments.map(({ speaker }) => speaker))).toEqual(
    new Set(['Ann Weber', 'Ben Okafor', 'Dana Reyes']),
  )
  expect(site.segments.map(({ text }) => text).join(' ')).toContain('Thank you <both> & goodbye.')
})

test('a browser killed during a meeting keeps its lines, and continues to collect', async () => {
  const page = await browser.meet('flat', 'en')
  const known = (await status()).sessions.length
  const marks = page.evaluate(playSteps, conversation.steps).catch(() => null)
  await expect.poll(async () => (await status()).sessions.length).toBe(known + 1)
  const before = (await status()).sessions[0]
  await browser.kill()
  expect(await marks).toBeNull()
  await browser.start()
  await expect.poll(async () => (await status()).on).toEqual(SITES)
  const after = (await status()).sessions[0]
  expect(after?.id).toBe(before?.id)
  expect(after?.lines).toBeGreaterThanOrEqual(before?.lines ?? Infinity)
  await hold('flat', 'en')
})

test('collects nothing while switched off, and the open meeting’s captions once switched on', async () => {
  const known = (await status()).sessions.length
  const running = await browser.meet('flat', 'en')
  expect(await browser.ask({ type: 'captions/switch', site: 'meet', on: false })).toEqual({ on: false })
  await running.evaluate(playSteps, conversation.steps.slice(0, 8))
  await running.close()

  const open = await browser.meet('flat', 'en')
  expect(await browser.ask({ type: 'captions/switch', site: 'meet', on: true })).toEqual({ on: true })
  await hold('flat', 'en', open)
  expect((await status()).sessions).toHaveLength(known + 1)
})

test('a transcript that shows names once and renders only the rows in view gives each line once', async () => {
  const known = new Set(await sessionIds())
  const page = await browser.meet('zoom-transcript', 'en')
  const said = [
    'Ann: Yes.',
    'Ann: We can start the pilot in May.',
    'Ann: Right.',
    'Ben: Yes.',
    'Ben: Right.',
    'Ann: Yes.',
  ]
  await (
    await browser.frame(page)
  ).evaluate(async (rows) => {
    const list = Object.assign(document.createElement('div'), { className: 'new-lt-list-container' })
    document.querySelector('#place')?.append(list)
    let drawn = new Map<number, Element>()
    const draw = (row: string, index: number): Element => {
      const [name = '', text = ''] = row.split(': ')
      const element = document.createElement('div')
      const isFirst = !rows[index - 1]?.startsWith(name)
      element.innerHTML = `${isFirst ? `<span class="lt-full-transcript__display-name"><b>${name}</b></span>` : ''}
        <div class="lt-full-transcript__time">10:00:${index}</div><div class="lt-full-transcript__message">${text}</div>`
      return element
    }
    const show = async (first: number, count: number): Promise<void> => {
      drawn = new Map(
        rows
          .slice(0, count)
          .flatMap((row, index) =>
            index < first || index > first + 1 ? [] : [[index, drawn.get(index) ?? draw(row, index)]],
          ),
      )
      list.replaceChildren(...drawn.values())
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    for (let count = 1; count < rows.length; count++) await show(Math.max(0, count - 2), count)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    for (const first of [2, 1, 0, 1, 2, 3]) await show(first, rows.length - 1)
    await show(rows.length - 2, rows.length)
  }, said)
  const session = (await sessionIds()).find((id) => !known.has(id)) ?? ''
  await expect
    .poll(async () => readCues(await webvtt({ sessionIds: [session] })).length)
    .toBeGreaterThanOrEqual(said.length)
  expect(readCues(await webvtt({ sessionIds: [session] })).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual(
    said,
  )
  await page.close()
})

test('a page reports when its captions are hidden, or in an unknown format', async () => {
  const newest = async () => (await status()).sessions[0]
  const hiding = await browser.meet('flat', 'en')
  await hiding.evaluate(playSteps, conversation.steps.slice(0, 3))
  await expect.poll(async () => (await newest())?.page).toBe('shown')
  await hiding.evaluate(() => document.querySelector('#place')?.replaceChildren())
  await expect.poll(async () => (await newest())?.page).toBe('hidden')
  await hiding.close()

  const unknown = await browser.meet('flat', 'en')
  await unknown.evaluate(async () => {
    const region = Object.assign(document.createElement('div'), { tabIndex: 0 })
    region.setAttribute('role', 'region')
    document.body.append(region)
    for (const word of ['We', 'can', 'start', 'on', 'Monday.']) {
      region.textContent += `${word} `
      await new Promise((resolve) => setTimeout(resolve, 1000))
    }
  })
  await expect.poll(async () => (await newest())?.page).toBe('unreadable')
  expect((await newest())?.lines).toBe(0)
  await unknown.close()
})

test('captions stay off as long as Google Meet access is not granted', async () => {
  const strict = await startMeetBrowser({ allowed: false })
  expect(await strict.ask({ type: 'captions/switch', site: 'meet', on: true })).toEqual({ on: false })
  expect(await strict.ask({ type: 'captions/status' })).toEqual({ on: [], sessions: [] })
  await strict.close()
})

/** Teams, whose captions a later version of its page calls otherwise. */
async function openLaterTeams(region: string, text: string): Promise<Page> {
  const area = { region, speaker: '[data-tid="author"]', text, list: {} }
  const marks = { ...CAPTION_MARKS, version: '2099-01-01', teams: { ...CAPTION_MARKS.teams, areas: [area] } }
  await browser.store('captionMarks', JSON.stringify({ server: 'https://calls.example', at: Date.now(), marks }))
  const page = await browser.meet('teams', 'en')
  await page.evaluate(() => {
    for (const { content } of document.querySelectorAll('template'))
      for (const element of content.querySelectorAll('[data-tid^="closed-caption"]'))
        element.setAttribute(
          'data-tid',
          element.getAttribute('data-tid')?.replace('closed-caption', 'live-caption') ?? '',
        )
  })
  return page
}

test('reads captions by newer marks from the server, which can’t widen them to the chat or the page', async () => {
  const later = await openLaterTeams('[data-tid="live-caption-renderer-wrapper"]', '[data-tid="live-caption-text"]')
  const { session } = await hold('teams', 'en', later)
  const speakers = new Set(readCues(await webvtt({ sessionIds: [session] })).map(({ speaker }) => speaker))
  expect(speakers).toEqual(new Set(conversation.lines.map(({ speaker }) => speaker)))

  const known = await sessionIds()
  for (const region of [
    'body',
    'body > div',
    '[data-tid="message-pane-list-viewport"]',
    'div:not(.captions)',
    '[role="region"]',
  ]) {
    const page = await openLaterTeams(region, '[data-tid="message-body-content"], [data-tid="live-caption-text"]')
    await page.evaluate(playSteps, conversation.steps.slice(0, 8))
    expect(await sessionIds(), region).toEqual(known)
    await page.close()
  }
  await browser.store('captionMarks', '')
})
