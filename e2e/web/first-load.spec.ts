import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { SITE_PATHS } from '@callfolio/shared/app-paths.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** JavaScript of a first visit: compressed bytes and number of files, at most. */
const BUDGET = {
  site: { bytes: 9_000, files: 2 },
  dashboard: { bytes: 178_000, files: 6 },
  shared: { bytes: 9_000, files: 2 },
}
/** Maximum layout shift (CLS). */
const MAX_SHIFT = 0.02
/** Only in the identity client's code. */
const AUTH_CLIENT = 'grant_type=password'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Opens a page in a new tab of the same browser. @returns the scripts it fetched, as text. */
async function getScripts(page: Page, path: string): Promise<string[]> {
  const tab = await page.context().newPage()
  const urls = new Set<string>()
  tab.on('request', (request) => request.resourceType() === 'script' && urls.add(request.url()))
  await tab.goto(server.url + path)
  await tab.waitForLoadState('networkidle')
  await tab.close()
  return Promise.all(Array.from(urls, async (url) => (await fetch(url)).text()))
}

function compressedBytes(scripts: string[]): number {
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)
}

function expectWithin(scripts: string[], { bytes, files }: { bytes: number; files: number }, path: string): void {
  expect(scripts.length, path).toBeLessThanOrEqual(files)
  expect(compressedBytes(scripts), path).toBeLessThanOrEqual(bytes)
}

test('public pages load a small script', async ({ page }) => {
  for (const path of SITE_PATHS) expectWithin(await getScripts(page, path), BUDGET.site, path)
})

test('legal pages load a small script, even for signed-in users', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  for (const path of ['/terms-of-service', '/terms-of-use', '/privacy-policy'])
    expectWithin(await getScripts(page, path), BUDGET.site, path)
  await page.goto(`${server.url}/privacy-policy`)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Dashboard' })).toBeVisible()
})

test('the dashboard’s first load stays within its budget', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const scripts = await getScripts(page, '/dashboard')
  expectWithin(scripts, BUDGET.dashboard, '/dashboard')
  expect(scripts.some((script) => script.includes(AUTH_CLIENT))).toBe(true)
})

test('a shared page loads a small script', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const [id] = await addMicrosites(page, ['A first call'])
  const { share_url } = createLinkReplySchema.parse(
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 }),
  )
  await page.evaluate(() => localStorage.clear())
  expectWithin(await getScripts(page, new URL(share_url).pathname), BUDGET.shared, 'a shared page')
})

test('the code of dialogs, menus and toasts is loaded at the first input, not before', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const tab = await page.context().newPage()
  const loaded: string[] = []
  tab.on('request', (request) => void (/\/assets\/overlays-/.test(request.url()) && loaded.push(request.url())))
  await tab.goto(`${server.url}/dashboard`)
  await expect(tab.getByRole('tab', { name: 'Settings' })).toBeVisible()
  await tab.waitForLoadState('networkidle')
  expect(loaded).toEqual([])
  await tab.mouse.move(200, 200)
  await expect.poll(() => loaded.length).toBe(1)
})

/**
 * Signs up, opens the dashboard with one microsite and holds back the overlays' code. @returns a function that
 * releases it.
 */
async function openWithoutOverlays(page: Page, title: string): Promise<() => void> {
  await signUpInBrowser(page, server.url)
  await addMicrosites(page, [title])
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/overlays-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.url}/dashboard`)
  return held.resolve
}

test('a key press for a menu whose code is still loading opens it on its first item', async ({ page }) => {
  const letThrough = await openWithoutOverlays(page, 'A first call')
  const button = page.getByRole('button', { name: 'More for A first call' })
  await button.press('Enter')
  await expect(page.getByRole('menu')).toBeHidden()
  letThrough()
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(button).toBeFocused()
})

test('a click for a dialog whose code is still loading is kept, and the focus returns', async ({ page }) => {
  const letThrough = await openWithoutOverlays(page, 'A first call')
  const button = page.getByRole('button', { name: 'Filter', exact: true })
  await button.click()
  await expect(page.getByRole('dialog')).toBeHidden()
  letThrough()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
})

/** Records the page's layout shifts. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.push(entry.value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function shiftSoFar(page: Page): Promise<number> {
  return page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  )
}

for (const width of [390, 768, 1440]) {
  test(`nothing shifts while a page loads or is scrolled (${width} px)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await watchShifts(page)
    const getShift = async (path: string) => {
      await page.goto(server.url + path)
      await page.waitForLoadState('networkidle')
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let y = 0; y < height; y += 600) await page.mouse.wheel(0, 600)
      await page.waitForLoadState('networkidle')
      return shiftSoFar(page)
    }
    for (const path of ['/', '/pricing', '/terms-of-service', '/auth'])
      expect(await getShift(path), path).toBeLessThanOrEqual(MAX_SHIFT)
    await signUpInBrowser(page, server.url)
    expect(await getShift('/dashboard'), 'the dashboard').toBeLessThanOrEqual(MAX_SHIFT)
    expect(await getShift('/'), 'the landing page of who is signed in').toBeLessThanOrEqual(MAX_SHIFT)
  })
}

for (const width of [390, 1440]) {
  test(`late fonts shift no line of a shared page (${width} px)`, async ({ page }) => {
    await signUpInBrowser(page, server.url)
    const [id] = await addMicrosites(page, ['Lumen Desk and Brightwater Logistics, first call'])
    const { share_url } = createLinkReplySchema.parse(
      await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 7 }),
    )
    const visitor = await page.context().newPage()
    await visitor.setViewportSize({ width, height: 900 })
    await watchShifts(visitor)
    const held = Promise.withResolvers<void>()
    await visitor.route('**/*.woff2', async (route) => {
      await held.promise
      await route.continue()
    })
    await visitor.goto(share_url, { waitUntil: 'commit' })
    await visitor.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    held.resolve()
    await visitor.waitForFunction(() => document.fonts.check('17px "Inter Variable"'))
    await visitor.waitForLoadState('networkidle')
    expect(await shiftSoFar(visitor)).toBeLessThanOrEqual(MAX_SHIFT)
  })
}
