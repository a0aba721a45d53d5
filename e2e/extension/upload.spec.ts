import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeListSchema, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { makePaddedVideo, sha256 } from '../fixtures/padded-video.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { storedBytes, storedVideos } from '../fixtures/stored-videos.ts'
import { expect, test } from '../fixtures/test.ts'

const MEGABYTES = 200

let work: string
let file: string
let server: RunningServer
let browser: ExtensionBrowser
let person: ApiClient

test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-extension-upload-'))
  file = await makePaddedVideo(join(work, 'long call.mp4'), MEGABYTES)
})
test.afterAll(() => rm(work, { recursive: true, force: true }))
test.beforeEach(async () => {
  server = await startServer()
  browser = await startExtensionBrowser()
  person = await signUp(server.url)
  await browser.signIn(server.url, person)
})
test.afterEach(async () => {
  await browser.close()
  await server.stop()
})

/** Uploads the file in the panel, with the sample's captions so that nothing has to be transcribed. */
async function send(panel: Page, path = file): Promise<void> {
  await panel.locator('input[type=file][accept^="video"]').setInputFiles(path)
  await panel.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await panel.getByRole('button', { name: 'Create Microsite' }).click()
}

/** Waits until this much more has arrived, and kills the server. @returns the bytes that it has. */
async function killAfter(megabytes: number): Promise<number> {
  const before = await storedBytes(server)
  await waitFor(async () => (await storedBytes(server)) > before + megabytes * 1024 ** 2, 'some bytes to arrive')
  await server.kill()
  return storedBytes(server)
}

async function microsites(): Promise<MicrositeCard[]> {
  return (
    micrositeListSchema
      .parse(await (await person.get(MICROSITE_PATHS.list)).json())
      // The upload creates its page at the start.
      .microsites.filter(({ awaiting }) => !awaiting)
  )
}

async function expectIdentical(): Promise<void> {
  expect(await Promise.all((await storedVideos(server)).map(sha256))).toEqual([await sha256(file)])
}

/** The toolbar button's badge. */
async function badge(): Promise<string> {
  return inBackground(() => chrome.action.getBadgeText({}))
}

async function inBackground<Result>(run: () => Promise<Result>): Promise<Result> {
  const context = browser.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate(run)
}

test('uploads a file byte for byte when the server is killed twice during the upload', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel)
  await killAfter(20)
  await server.start()
  await killAfter(20)
  await server.start()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  await expectIdentical()
})

test('continues an upload when the panel is closed, and shows the result in badge and notification', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel)
  await expect(panel.getByText(/of 20\d MB uploaded/)).toBeVisible()
  expect(await storedBytes(server)).toBeLessThan(MEGABYTES * 1024 ** 2)
  await panel.close()
  await expect.poll(badge).toMatch(/^\d+%$/)
  // Without a notification centre on the desktop, Chrome drops a notification after some seconds.
  let notified: string[] = []
  const notifications = () =>
    inBackground(
      () => new Promise<string[]>((resolve) => chrome.notifications.getAll((all) => resolve(Object.keys(all)))),
    )
  await expect.poll(async () => (notified = await notifications())).toHaveLength(1)
  await expect.poll(badge).toBe('✓')

  const [made, ...others] = await microsites()
  expect([made?.status, others]).toEqual(['active', []])
  expect(notified).toEqual([`${server.url}/microsite/${made?.id}`])
  await expectIdentical()

  const again = await browser.open('sidepanel.html')
  await expect(again.getByText('Your Microsite is Ready!')).toBeVisible()
  await expect.poll(badge).toBe('')
})

test('after a browser kill, the same file resumes, and another one is refused', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel)
  const arrived = await killAfter(40)
  await browser.kill()
  await server.start()
  await browser.start()
  await expect.poll(badge).toBe('!')

  const again = await browser.open('sidepanel.html')
  const percent = Math.floor((100 * arrived) / (MEGABYTES * 1024 ** 2))
  const offer = again.getByText(/^Choose the same file to resume at \d+%$/)
  await expect(offer).toBeVisible()
  const offered = Number(/(\d+)%/.exec((await offer.textContent()) ?? '')?.[1])
  expect(Math.abs(offered - percent)).toBeLessThanOrEqual(2)

  const chooser = again.getByLabel('The file long call.mp4')
  await chooser.setInputFiles(SAMPLE.video)
  await expect(again.getByText('This isn’t the same file. Choose long call.mp4.')).toBeVisible()
  await chooser.setInputFiles(file)
  await expect(again.getByText('Your Microsite is Ready!')).toBeVisible()
  await expectIdentical()
})

test('after a browser kill, the next browser waits for the microsite in progress', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel, SAMPLE.video)
  await expect.poll(async () => (await microsites()).length).toBe(1)
  await browser.kill()
  await browser.start()
  await expect.poll(badge).toBe('✓')
  expect((await microsites()).map(({ status }) => status)).toEqual(['active'])
})

test('sends uploads one after another, and lets one be cancelled', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel)
  await expect(panel.getByText(/of 20\d MB uploaded/)).toBeVisible()
  await send(panel, SAMPLE.video)
  await expect(panel.getByText('Waiting for the previous upload.')).toBeVisible()
  const long = panel.getByRole('listitem').filter({ has: panel.getByRole('heading', { name: 'long call' }) })
  await long.getByRole('button', { name: 'Cancel' }).click()
  await expect(long).toBeHidden()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  expect(await microsites()).toHaveLength(1)
  await expect.poll(async () => (await storedVideos(server)).length).toBe(1)
})

test('pauses an upload on sign-out, and resumes it only for the same user', async () => {
  const panel = await browser.open('sidepanel.html')
  await send(panel)
  await waitFor(async () => (await storedBytes(server)) > 10 * 1024 ** 2, 'some bytes to arrive')
  await panel.getByRole('button', { name: 'Sign Out' }).click()
  const signIn = async ({ email, password }: ApiClient) => {
    await panel.getByLabel('Email Address').fill(email)
    await panel.getByLabel('Password', { exact: true }).fill(password)
    await panel.getByRole('button', { name: 'Sign in' }).click()
  }
  const other = await signUp(server.url)
  await signIn(other)
  await expect(panel.getByTitle(other.email)).toBeVisible()
  await expect(panel.getByRole('heading', { name: 'long call' })).toBeHidden()
  expect(micrositeListSchema.parse(await (await other.get(MICROSITE_PATHS.list)).json()).microsites).toEqual([])
  await panel.getByRole('button', { name: 'Sign Out' }).click()
  await signIn(person)
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  await expectIdentical()
})
