/**
 * Takes the pictures of the README, the landing page and the extension's store listings from the built product with the
 * sample call: `npm start` once, then `npm run pictures`.
 */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { callApi } from '../fixtures/api.ts'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { signUp } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import buildProduct from '../fixtures/global-setup.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer } from '../fixtures/server.ts'

const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const landing = fileURLToPath(new URL('../../web/features/landing/pictures/', import.meta.url))
const store = fileURLToPath(new URL('../../extension/dist/store-pictures/', import.meta.url))
/** What Chrome's store asks for. */
const STORE = { width: 1280, height: 800 }
/** Size of the landing page's picture (web/features/landing/product-picture.tsx), in CSS pixels. */
const SIZES = { wide: { width: 1280, height: 720 }, narrow: { width: 390, height: 560 } }
/** Size of the README's picture next to the microsite, in CSS pixels. */
const DASHBOARD = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Sharp enough for text at twice the size; the largest stays below 150 KB. */
const WEBP_QUALITY = 72

buildProduct()
const server = await startServer()
const browser = await chromium.launch(CHROMIUM_OPTIONS)
const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 })
await signUpInBrowser(page, server.url)
await page.getByRole('button', { name: 'Try it with a sample call' }).click()
await page.getByRole('heading', { name: 'Todo List' }).waitFor({ timeout: 60_000 })
await page
  .getByText(/the security report by Friday/)
  .first()
  .waitFor({ timeout: 60_000 })
// So that sharing skips the review.
await callApi(page, 'PATCH', MICROSITE_PATHS.one(page.url().split('/').at(-1) ?? ''), { reviewed: true })
await page.reload()
await page.getByRole('heading', { name: 'Todo List' }).waitFor()
await playTo(page, 32)
await page.screenshot({ path: `${docs}microsite.png` })
await page.screenshot({ path: `${store}microsite.png`, scale: 'css' })

for (const [size, viewport] of Object.entries(SIZES)) {
  await page.setViewportSize(viewport)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(500)
    await writeFile(`${landing}microsite-${size}-${colorScheme}.webp`, await getWebp(page))
  }
}

await page.emulateMedia({ colorScheme: 'light' })
await page.setViewportSize(DASHBOARD)
await page.goto(`${server.url}/dashboard`)
await page.getByRole('button', { name: /^Share / }).waitFor()
await page.waitForTimeout(500)
await page.screenshot({ path: `${docs}dashboard.png` })

await page.getByRole('button', { name: /^Share / }).click()
await page.getByRole('button', { name: '1 Day' }).click()
const address = await page.getByLabel('Shareable link').inputValue()
const visitor = await browser.newPage({ viewport: PHONE, deviceScaleFactor: 2, colorScheme: 'dark' })
await visitor.goto(address)
await visitor.getByRole('heading', { level: 1 }).waitFor()
await visitor.screenshot({ path: `${docs}shared-page.png` })
await browser.close()

const extension = await startExtensionBrowser()
await extension.signIn(server.url, await signUp(server.url))
const panel = await extension.open('sidepanel.html')
await panel.setViewportSize(STORE)
await panel.getByRole('heading', { name: 'Record a call' }).waitFor()
await panel.screenshot({ path: `${store}panel.png`, scale: 'css' })
await extension.close()
await server.stop()

/** Plays for some seconds and stops, with the browser's own controls hidden, which would cover the picture. */
async function playTo(page: Page, seconds: number): Promise<void> {
  await page.locator('video').evaluate(async (video: HTMLVideoElement, start) => {
    video.muted = true
    video.currentTime = start
    await video.play()
    await new Promise((resolve) => setTimeout(resolve, 4000))
    video.pause()
    video.controls = false
  }, seconds)
  await page.waitForTimeout(500)
}

/** The window as WebP, which Playwright's own screenshots don't support. */
async function getWebp(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: WEBP_QUALITY })
  return Buffer.from(data, 'base64')
}
