import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites } from '../fixtures/api.ts'
import { titles } from '../fixtures/dashboard.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const CALLS = 300
/** Cards within some screens of the reader. */
const FEW = 60
/** What a dialog may restyle: its own elements and some around it. */
const MAX_RESTYLED = 300

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Opens the dashboard with hundreds of calls, copies of one. */
async function openLongList(page: Page): Promise<void> {
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['Call'])
  await page.route(`**${MICROSITE_PATHS.list}`, async (route) => {
    const { microsites, ...list } = micrositeListSchema.parse(await (await route.fetch()).json())
    const copies = Array.from({ length: CALLS }, (_, i) => ({
      ...microsites[0],
      id: `copy-${i}`,
      title: `Call ${i + 1}`,
    }))
    await route.fulfill({ json: { ...list, microsites: copies } })
  })
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Call 1', exact: true })).toBeVisible()
}

/** Number of elements whose style the page computed while it was used. */
async function countRestyled(page: Page, use: () => Promise<void>): Promise<number> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('no browser')
  await browser.startTracing(page, { categories: ['devtools.timeline'] })
  await use()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: { name: string; args: { elementCount?: number } }[]
  }
  const styled = traceEvents.filter(({ name }) => name === 'UpdateLayoutTree')
  expect(styled.length).toBeGreaterThan(0)
  return styled.reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0)
}

test('a list of hundreds renders only cards near the reader, to its end', async ({ page }) => {
  await openLongList(page)
  expect(await titles(page).count()).toBeLessThan(FEW)
  const last = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: `Call ${CALLS}` }) })
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(last).toHaveAttribute('aria-posinset', String(CALLS))
  await expect(last).toHaveAttribute('aria-setsize', String(CALLS))
  expect(await titles(page).count()).toBeLessThan(FEW)
})

test('a card’s dialog stays open while its card is scrolled far away', async ({ page }) => {
  await openLongList(page)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Call 40', exact: true }) })
  await expect(async () => {
    await page.mouse.wheel(0, 600)
    await expect(card).toBeInViewport({ timeout: 500 })
  }).toPass()
  const first = page.locator('h3', { hasText: /^Call 1$/ })
  await expect(first).not.toBeAttached()
  await card.getByRole('button', { name: 'Add Tag' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(first).toBeAttached()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('opening and closing a dialog restyles few elements of a long list', async ({ page }) => {
  await openLongList(page)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const dialog = page.getByRole('dialog')
  await filter.click()
  await expect(dialog).toBeVisible()
  const restyled = await countRestyled(page, async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await filter.click()
    await expect(dialog).toBeVisible()
  })
  expect(restyled).toBeLessThan(MAX_RESTYLED)
})

test('a menu whose code is loaded opens without waiting for a timer', async ({ page }) => {
  await openLongList(page)
  const loaded = page.waitForResponse(/\/assets\/overlays-/)
  await page.mouse.move(200, 200)
  await (await loaded).finished()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'More for Call 1', exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
})
