import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { micrositeListSchema, MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { BUILT_EXTENSION, startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { allowMeetings } from './meet-browser.ts'
import { answerMeeting, meetingFrame, meetingUrl, playSteps, readConversation, type Form } from './pages/meet-page.ts'
import { recorderPopup, startRecording } from './recordings.ts'

let server: RunningServer
let person: ApiClient
let folder: string
let browser: ExtensionBrowser
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
  // The browser's own prompt for meeting sites can't be answered from here, so a copy has the permission already.
  folder = await mkdtemp(join(tmpdir(), 'callfolio-meet-'))
  await cp(BUILT_EXTENSION, folder, { recursive: true })
  await allowMeetings(join(folder, 'manifest.json'))
  browser = await startExtensionBrowser({ extension: folder })
  await browser.signIn(server.url, person)
})
test.afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true })
  expect(await server.stop()).toBe(0)
})

const ids = async () =>
  micrositeListSchema
    .parse(await (await person.get(MICROSITE_PATHS.list)).json())
    // The recording creates its page at the start.
    .microsites.filter(({ awaiting }) => !awaiting)
    .map(({ id }) => id)

async function openMeeting(form: Form = 'flat'): Promise<Page> {
  const page = await browser.newPage()
  await page.route(`${new URL(meetingUrl(form, 'en')).origin}/**`, async (route) =>
    route.fulfill({ contentType: 'text/html', body: await answerMeeting(route.request().url()) }),
  )
  await page.goto(meetingUrl(form, 'en'))
  return page
}

async function newMicrosite(before: readonly string[]): Promise<Microsite> {
  let found: string | undefined
  await waitFor(
    async () => (found = (await ids()).find((id) => !before.includes(id))) !== undefined,
    'the microsite of the recording',
  )
  return person.finished(found ?? '')
}

/** Presses the button of a notification; headless, nothing shows it. */
async function pressNotification(does: string): Promise<void> {
  const worker = browser.context().serviceWorkers()[0]
  const press = () =>
    worker?.evaluate(async (wanted) => {
      const { chrome } = globalThis as unknown as {
        chrome: {
          notifications: {
            getAll(): Promise<object>
            onButtonClicked: { dispatch(id: string, button: number): void }
          }
        }
      }
      const id = Object.keys(await chrome.notifications.getAll()).find((each) => each.includes(`#${wanted}:`))
      if (id !== undefined) chrome.notifications.onButtonClicked.dispatch(id, 0)
      return id !== undefined
    }, does)
  await expect.poll(press).toBe(true)
}

async function switchCaptions(on: boolean): Promise<void> {
  const own = await browser.open('options.html')
  await own.evaluate((isOn) => {
    const { chrome } = globalThis as unknown as { chrome: { runtime: { sendMessage(message: object): Promise<void> } } }
    return chrome.runtime.sendMessage({ type: 'captions/switch', site: 'meet', on: isOn })
  }, on)
  await own.close()
}

test('a noticed call leaves the badge when its site’s captions are switched off', async () => {
  await switchCaptions(true)
  const meeting = await openMeeting()
  await expect.poll(() => browser.badge()).toBe('●')
  await switchCaptions(false)
  await expect.poll(() => browser.badge()).toBe('')
  await meeting.close()
})

test('a call that is not recorded shows in the badge, and first in the popup, until it is left', async () => {
  await switchCaptions(true)
  const meeting = await openMeeting()
  await expect.poll(() => browser.badge()).toBe('●')
  const other = await browser.newPage()
  await other.goto(server.url)
  const elsewhere = await browser.openPopup(other)
  await elsewhere.sees('In another tab: Discovery call')
  await elsewhere.close()
  const popup = await browser.openPopup(meeting)
  await popup.sees('Record this call')
  await expect
    .poll(() => popup.evaluate<string>(`document.querySelector('[placeholder]')?.placeholder ?? ''`))
    .toBe('Discovery call')
  await popup.sees('With Ann Weber and Leo Brandt')
  await popup.close()
  await meeting.goto('about:blank')
  await expect.poll(() => browser.badge()).toBe('')
  await Promise.all([meeting.close(), other.close()])
})

test('captions alone become a microsite with speaker names, without a video', async () => {
  const before = await ids()
  const page = await openMeeting()
  const popup = recorderPopup(browser, page)
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('Captions only, no audio or video')
  await popup.sees('Waiting for captions')
  const { steps } = await readConversation()
  await page.evaluate(playSteps, steps)
  await popup.sees(/Captions: 10 lines, last \d+ s ago/)
  await popup.click('Stop and upload')
  const site = await newMicrosite(before)
  expect(site).toMatchObject({ status: 'active', video_url: null })
  expect(new Set(site.segments.map(({ speaker }) => speaker))).toEqual(
    new Set(['Ann Weber', 'Ben Okafor', 'Dana Reyes']),
  )
  expect(site.consent?.at).toBeDefined()
  await page.close()
})

const PEOPLE = {
  'flat': ['Ann Weber', 'Leo Brandt'],
  'zoom-transcript': ['Ann Weber', 'Ben Okafor', 'Dana Reyes'],
  'teams': ['Ann Weber', 'Leo Brandt'],
} as const
for (const form of ['flat', 'zoom-transcript', 'teams'] as const)
  test(`captions with a recording become its transcript, with the recording’s own times and who was there, and the end of the call is announced (${form})`, async () => {
    const before = await ids()
    const page = await openMeeting(form)
    const popup = await startRecording(browser, page)
    const { steps } = await readConversation()
    await (await meetingFrame(page)).evaluate(playSteps, steps)
    await popup.sees(/Captions: 10 lines/)
    await popup.sees(`With ${new Intl.ListFormat('en-GB').format(PEOPLE[form])}`)
    expect(await popup.text()).not.toContain('The call has ended')
    const call = await meetingFrame(page)
    await call.evaluate(() => document.querySelector('[data-leave]')?.remove())
    await popup.sees('The call has ended. Stop and get the link?')
    await pressNotification('stop')
    const site = await newMicrosite(before)
    expect(site.status).toBe('active')
    expect(site.video_ready).toBe(true)
    expect(new Set(site.participants)).toEqual(new Set(PEOPLE[form]))
    expect(new Set(site.segments.map(({ speaker }) => speaker))).toEqual(
      new Set(['Ann Weber', 'Ben Okafor', 'Dana Reyes']),
    )
    expect(site.segments.at(-1)?.end_ms).toBeLessThanOrEqual((site.duration_ms ?? 0) + 1000)
  })

test('the shortcut starts a recording of the tab with the last settings, and stops it', async () => {
  const before = await ids()
  const page = await openMeeting()
  // The browser lets an extension capture a tab after its shortcut or a click on its button.
  const popup = recorderPopup(browser, page)
  await popup.sees(/Record this (?:tab|call)/)
  await browser.pressShortcut('toggle-recording', page)
  await popup.recordedFor(3)
  expect(await browser.badge()).toBe('REC')
  await popup.click('Pause')
  await expect.poll(() => browser.badge()).toBe('❚❚')
  await popup.click('Resume')
  await browser.pressShortcut('toggle-recording', page)
  await popup.sees(/Record this (?:tab|call)/)
  await expect.poll(() => browser.badge()).not.toMatch(/REC|❚❚/)
  expect((await newMicrosite(before)).status).toBe('active')
})

test('the bar in a recorded meeting pauses, marks, stops and hides, and ignores the page’s scripts', async () => {
  const before = await ids()
  const page = await openMeeting()
  await page.evaluate(() => {
    // A control of the meeting where the bar would be.
    document.body.insertAdjacentHTML(
      'beforeend',
      '<button id="own" style="position: fixed; top: 10px; left: 45vw">Own</button>',
    )
  })
  const popup = await startRecording(browser, page)
  const bar = await openBar(page)
  await expect.poll(() => bar.text()).toMatch(/^0:\d\d Pause Mark Stop Hide$/)
  const [own, shown] = [
    await page.locator('#own').boundingBox(),
    await page.locator('call-recording-bar').boundingBox(),
  ]
  expect(shown!.y >= own!.y + own!.height || shown!.x >= own!.x + own!.width || shown!.x + shown!.width <= own!.x).toBe(
    true,
  )
  await page.evaluate(() => {
    const host = document.querySelector('call-recording-bar') as HTMLElement
    host.shadowRoot?.querySelectorAll('button').forEach((button) => button.click())
    host.click()
  })
  await bar.press('Mark')
  await expect.poll(() => bar.text()).toContain('Mark 2')
  await browser.pressShortcut('mark-recording', page)
  await expect.poll(() => bar.text()).toContain('Mark 3')
  await bar.press('Pause')
  await expect.poll(() => browser.badge()).toMatch(/^❚❚/)
  await bar.press('Resume')
  await expect.poll(() => browser.badge()).toMatch(/^REC/)
  const blank = await browser.newPage()
  await blank.setContent(`<html lang="en"><title>Bar</title><main><h1>Bar</h1>${await bar.html()}</main></html>`)
  await expectAccessible(blank, 'the recording bar')
  await blank.close()
  await page.bringToFront()
  await bar.press('Stop')
  await expect(page.locator('call-recording-bar')).toHaveCount(0)
  const site = await newMicrosite(before)
  expect(site.chapters?.map(({ text }) => text)).toEqual(['Mark 1', 'Mark 2'])

  await startRecording(browser, page)
  await (await openBar(page)).press('Hide')
  await expect(page.locator('call-recording-bar')).toHaveCount(0)
  await page.reload()
  await popup.sees(/\d:\d\d\s+Recording/)
  await expect(page.locator('call-recording-bar')).toHaveCount(0)
  await popup.click('Discard…')
  await popup.click('Discard')
  await page.close()
})

/** The bar in a page: its root is closed to the page and to Playwright, not to the browser's protocol. */
async function openBar(page: Page) {
  await page.locator('call-recording-bar').waitFor()
  const session = await page.context().newCDPSession(page)
  const find = async () => {
    const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
    const inside = (node: typeof root): typeof root | undefined =>
      node.localName === 'call-recording-bar'
        ? node.shadowRoots?.[0]?.children?.[0]
        : node.children?.map(inside).find((found) => found !== undefined)
    return inside(root)
  }
  const html = async (): Promise<string> => {
    const bar = await find()
    return bar === undefined ? '' : (await session.send('DOM.getOuterHTML', { nodeId: bar.nodeId })).outerHTML
  }
  const texts = async () =>
    [...(await html()).replace(/<[a-z]+[^>]* hidden[^>]*>[^<]*/g, '').matchAll(/>([^<]+)</g)].map(([, text]) => text)
  return {
    html,
    text: async () => (await texts()).filter((text) => !text?.startsWith('Mark ') || !text.includes(' at ')).join(' '),
    /** Clicks a button as the person does. */
    async press(name: string) {
      // At rest it shows the time only.
      const host = (await page.locator('call-recording-bar').boundingBox())!
      await page.mouse.move(host.x + host.width / 2, host.y + host.height / 2)
      const buttons = (await find())?.children?.filter(({ localName }) => localName === 'button') ?? []
      const place = ['Pause', 'Mark', 'Stop', 'Hide'].indexOf(name === 'Resume' ? 'Pause' : name)
      const { model } = await session.send('DOM.getBoxModel', { nodeId: buttons[place]?.nodeId ?? 0 })
      const [left = 0, top = 0] = model.content
      await page.mouse.click(left + model.width / 4, top + model.height / 4)
    },
  }
}
