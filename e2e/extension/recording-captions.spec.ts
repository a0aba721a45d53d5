import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { micrositeListSchema, MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { BUILT_EXTENSION, startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { allowMeetings } from './meet-browser.ts'
import { answerMeeting, meetingFrame, meetingUrl, playSteps, readConversation, type Form } from './pages/meet-page.ts'
import { recorderPopup, startRecording } from './takes.ts'

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

test('captions alone become a microsite with speaker names, without a video', async () => {
  const before = await ids()
  const page = await openMeeting()
  const popup = recorderPopup(browser, page)
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('Captions only, without video')
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

for (const form of ['flat', 'zoom-transcript', 'teams'] as const)
  test(`captions with a recording become its transcript, with the recording’s own times, and the end of the call is announced (${form})`, async () => {
    const before = await ids()
    const page = await openMeeting(form)
    const popup = await startRecording(browser, page)
    const { steps } = await readConversation()
    await (await meetingFrame(page)).evaluate(playSteps, steps)
    await popup.sees(/Captions: 10 lines/)
    expect(await popup.text()).not.toContain('The call has ended')
    const call = await meetingFrame(page)
    await call.evaluate(() => document.querySelector('[data-leave]')?.remove())
    await popup.sees('The call has ended. Stop the recording to get the link.')
    await popup.click('Stop and upload')
    const site = await newMicrosite(before)
    expect(site.status).toBe('active')
    expect(site.video_ready).toBe(true)
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
  await popup.sees('Record this tab')
  await browser.pressShortcut('toggle-recording', page)
  await popup.recordedFor(3)
  expect(await browser.badge()).toBe('REC')
  await popup.click('Pause')
  await expect.poll(() => browser.badge()).toBe('❚❚')
  await popup.click('Resume')
  await browser.pressShortcut('toggle-recording', page)
  await popup.sees('Record this tab')
  await expect.poll(() => browser.badge()).not.toMatch(/REC|❚❚/)
  expect((await newMicrosite(before)).status).toBe('active')
})
