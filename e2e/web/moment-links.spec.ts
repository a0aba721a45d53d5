import type { Page } from 'playwright/test'
import { addSampleCall, keepAll, saidAt, type SaidAt } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** Marcus's to-do in the sample call. */
const TODO = 'Send Dana the list'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Opens the microsite of the sample call. @returns its address, and where the entry was said. */
async function openMicrosite(page: Page): Promise<SaidAt & { address: string }> {
  await signUpBeforehand(page, server.url)
  const id = await addSampleCall(page)
  await keepAll(page, id)
  const address = `${server.url}/microsite/${id}`
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Quotes' })).toBeVisible()
  return { address, ...(await saidAt(page, id, TODO)) }
}

function entry(page: Page) {
  return page.getByRole('region', { name: 'Todo List' }).getByRole('listitem').filter({ hasText: TODO })
}

test('an entry’s link to its time is copied by pointer and by keyboard, and opens there', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { address, startMs, time, line } = await openMicrosite(page)
  const button = entry(page).getByRole('button', { name: `Copy link to ${time}` })
  await expect(button, 'out of sight until it is wanted').toHaveCSS('opacity', '0')
  await entry(page).hover()
  await expect(button).toHaveCSS('opacity', '1')
  await button.click()
  await expect(
    page.getByText(`Link to ${time} copied. It opens only for you; others need a shared link.`, { exact: true }),
  ).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(`${address}?t=${startMs / 1000}`)

  await page
    .getByRole('region', { name: 'Quotes' })
    .getByRole('button', { name: /^Play 0:37/ })
    .focus()
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('region', { name: 'Quotes' }).getByRole('button', { name: 'Copy link to 0:37' }),
  ).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\?t=37\.\d+$/)

  await page.goto(copied)
  await expect(page.locator('[aria-current=true]').filter({ hasText: line })).toBeVisible()
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeCloseTo(startMs / 1000, 1)
})
