import { chromium } from 'playwright/test'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { sampleClip } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { startRecording } from './recordings.ts'

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer()
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

test('Stop copies a link that opens a page in preparation, which completes without a reload', async () => {
  const browser = await startExtensionBrowser()
  await browser.signIn(server.url, person)
  const clip = await sampleClip(test.info().outputPath('clip.mp4'), 60)
  const call = await openCallPage(browser, clip)
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(60)

  // The clipboard can be read in a normal page, but not on the extension's own.
  await browser.context().grantPermissions(['clipboard-read'], { origin: server.url })
  const reader = await browser.newPage()
  await reader.goto(`${server.url}/healthz`)
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByText(/^We’ll copy this link when you stop: .*\/s\//)).toBeVisible()
  await panel.getByRole('button', { name: 'Stop and upload' }).click()
  const stopped = performance.now()
  await reader.bringToFront()
  const clipboard = () => reader.evaluate(() => navigator.clipboard.readText())
  await expect.poll(clipboard).toContain(`${server.url}/s/`)
  const link = await clipboard()
  const copied = performance.now() - stopped
  await panel.bringToFront()
  await expect(panel.getByRole('progressbar', { name: 'Progress of Discovery call' })).toBeVisible()
  await expect(panel.getByRole('button', { name: /^(Link copied|Copy link) to Discovery call/ })).toBeVisible()
  test.info().annotations.push({ type: 'Stop to clipboard, ms', description: copied.toFixed(0) })

  const visitor = await chromium.launch(CHROMIUM_OPTIONS)
  const page = await visitor.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discovery call')
  await expect(page.getByText('This page is being prepared')).toBeVisible()
  await page.evaluate(() => (document.body.dataset['opened'] = 'once'))
  const { links } = linkListSchema.parse(await (await person.get(SHARE_PATHS.list)).json())
  expect(links, 'one link').toHaveLength(1)
  expect((await person.finished(links[0]?.microsite_id ?? '')).status).toBe('active')
  await expect(page.locator('[data-arrivals]')).toContainText('The page is ready.')
  await expect(page.getByRole('heading', { name: 'Transcript' })).toBeVisible()
  expect(await page.evaluate(() => document.body.dataset['opened'])).toBe('once')
  await visitor.close()
  await browser.close()
})

test('a recording discarded offline loses its page and link later, even after a browser kill', async () => {
  const sites = async () => micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json()).microsites
  const links = async () => linkListSchema.parse(await (await person.get(SHARE_PATHS.list)).json()).links
  const [pagesBefore, linksBefore] = [(await sites()).length, (await links()).length]
  const browser = await startExtensionBrowser()
  await browser.signIn(server.url, person)
  const clip = await sampleClip(test.info().outputPath('clip.mp4'), 20)
  const call = await openCallPage(browser, clip)
  await startRecording(browser, call.page)
  await call.play()
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByText(/^We’ll copy this link when you stop: .*\/s\//)).toBeVisible()
  expect([(await sites()).length, (await links()).length]).toEqual([pagesBefore + 1, linksBefore + 1])

  await server.kill()
  await panel.getByRole('button', { name: 'Discard…' }).click()
  await panel.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(panel.getByRole('region', { name: 'Recording', exact: true })).toBeHidden()
  await browser.kill()
  await server.start()
  expect(await sites(), 'not announced yet').toHaveLength(pagesBefore + 1)
  await browser.start()
  await expect.poll(async () => [(await sites()).length, (await links()).length]).toEqual([pagesBefore, linksBefore])
  await browser.close()
})
