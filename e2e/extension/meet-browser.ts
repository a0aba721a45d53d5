import { cp, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type BrowserContext, type Frame, type Page } from 'playwright/test'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { answerMeeting, meetingFrame, meetingUrl, type Form, type Language } from './pages/meet-page.ts'

const BUILT = fileURLToPath(new URL('../../extension/dist/chrome-mv3', import.meta.url))
/** Sites with meetings, as in the extension's permissions. */
const MEETING_SITES = [
  'https://meet.google.com/*',
  'https://*.zoom.us/*',
  'https://teams.microsoft.com/*',
  'https://teams.live.com/*',
  'https://teams.cloud.microsoft/*',
]

/** A browser with the extension, where the addresses of meetings open test pages. */
export interface MeetBrowser {
  /** Sends a command like the popup or the side panel. */
  ask<Answer>(command: object): Promise<Answer>
  /** Writes a value into the extension's storage. */
  store(key: string, value: string): Promise<void>
  /** Opens a meeting. */
  meet(form: Form, language: Language): Promise<Page>
  /** The frame of the meeting in a page. */
  frame(page: Page): Promise<Frame>
  /** Kills the browser, as in a crash. */
  kill(): Promise<void>
  /** Restarts it with its profile. */
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts Chromium with the built extension.
 * @param allowed whether the user has granted access to the sites. The browser's own prompt can't be answered from
 * here, so a copy of the extension has the permission from the beginning.
 */
export async function startMeetBrowser({ allowed }: { allowed: boolean }): Promise<MeetBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'callfolio-meet-'))
  const [extension, profile] = [join(folder, 'extension'), join(folder, 'profile')]
  await cp(BUILT, extension, { recursive: true })
  if (allowed) await allowMeetings(join(extension, 'manifest.json'))
  let context: BrowserContext
  let own: Page

  async function start() {
    const { args = [], ...options } = CHROMIUM_OPTIONS
    context = await chromium.launchPersistentContext(profile, {
      ...options,
      headless: true,
      channel: 'chromium',
      args: [...args, `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
    })
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
    await context.route(/^https:\/\/(?:meet\.google\.com|app\.zoom\.us|teams\.microsoft\.com)\//, async (route) => {
      await route.fulfill({ contentType: 'text/html', body: await answerMeeting(route.request().url()) })
    })
    own = await context.newPage()
    await own.goto(new URL('/options.html', worker.url()).href)
  }

  await start()
  return {
    start,
    ask: (command) =>
      own.evaluate((message) => {
        const { chrome } = globalThis as unknown as {
          chrome: { runtime: { sendMessage(message: object): Promise<never> } }
        }
        return chrome.runtime.sendMessage(message)
      }, command),
    store: (key, value) =>
      own.evaluate(
        (values) => {
          const { chrome } = globalThis as unknown as {
            chrome: { storage: { local: { set(values: object): Promise<void> } } }
          }
          return chrome.storage.local.set(values)
        },
        { [key]: value },
      ),
    async meet(form, language) {
      const page = await context.newPage()
      await page.goto(meetingUrl(form, language))
      return page
    },
    frame: meetingFrame,
    async kill() {
      // The lock names the machine and the process.
      const pid = Number((await readlink(join(profile, 'SingletonLock'))).split('-').at(-1))
      const closed = context.waitForEvent('close')
      process.kill(pid, 'SIGKILL')
      await closed
    },
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Gives a copy of the extension the permissions that only the browser's own prompt could give. */
export async function allowMeetings(path: string): Promise<void> {
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { host_permissions: string[] }
  manifest.host_permissions.push(...MEETING_SITES)
  await writeFile(path, JSON.stringify(manifest))
}
