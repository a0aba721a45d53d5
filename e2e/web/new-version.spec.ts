import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { makeMedia, testPicture } from '../fixtures/media.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(async () => {
  server = await startServer({ CONTACT_EMAIL: 'desk@calls.example' })
})
test.afterAll(() => server.stop())

/**
 * Makes the tab outdated: when the app requests the page, it names another first script, and the file `missing` is
 * gone, until the tab has been reloaded `forLoads` times.
 */
async function upgradeServer(page: Page, missing: string, forLoads = Infinity): Promise<{ loads: () => number }> {
  let loads = 0
  page.on('request', (request) => void (request.isNavigationRequest() && loads++))
  await page.route(`**/assets/${missing}-*.js`, (route) =>
    loads < forLoads ? route.fulfill({ status: 404, body: 'This file belongs to another version.' }) : route.continue(),
  )
  await page.route(`${server.url}/dashboard`, (route) =>
    route.request().resourceType() === 'fetch'
      ? route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/app-newer.js"></script>' })
      : route.continue(),
  )
  return { loads: () => loads }
}

const uploadLink = (page: Page) => page.getByRole('link', { name: 'Upload meeting' })
const fileButton = (page: Page) => page.getByRole('button', { name: 'Choose File' })

test('an outdated tab reloads and then shows the requested screen', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const { loads } = await upgradeServer(page, 'upload-screen', 1)
  await uploadLink(page).click()
  await expect(fileButton(page)).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/upload')
  expect(loads()).toBe(1)
})

test('a tab reloads once and then says so if the new version never arrives', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const { loads } = await upgradeServer(page, 'upload-screen')
  await uploadLink(page).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  expect(loads()).toBe(1)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.poll(loads).toBe(2)
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  expect(loads()).toBe(2)
})

test('a screen that can’t be fetched without a new version is shown as broken, with a way back', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.route('**/assets/upload-screen-*.js', (route) => route.abort())
  await uploadLink(page).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome')
})

test('an upload in an outdated tab continues, with a notice of the new version', async ({ page }) => {
  const work = await mkdtemp(join(tmpdir(), 'callfolio-version-'))
  const file = await makeMedia(join(work, 'call.mp4'), ...testPicture(2), '-pix_fmt', 'yuv420p')
  await signUpBeforehand(page, server.url)
  const held = Promise.withResolvers<void>()
  await page.route('**/files**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.url}/upload`)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByRole('heading', { name: 'Creating your microsite' })).toBeVisible()
  const { loads } = await upgradeServer(page, 'settings-view')
  await page.getByRole('banner').getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  const asked = page.waitForResponse('**/api/process-meeting')
  held.resolve()
  expect((await asked).status()).toBe(200)
  expect(loads()).toBe(0)
  await rm(work, { recursive: true })
})

test('unsaved words stay when a part of an outdated tab is gone', async ({ page }) => {
  const { loads } = await upgradeServer(page, 'overlays')
  await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Try it with a sample call' }).first().click()
  await page.getByRole('button', { name: 'Edit title and description' }).click()
  const before = loads()
  await page.getByRole('textbox', { name: 'Title' }).fill('A better title')
  await page.getByRole('button', { name: 'Share' }).click()
  await expect(page.getByRole('alert')).toContainText('A new version is available. Save your work, then reload.')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('A better title')
  expect(loads()).toBe(before)
})
