import type { Page } from 'playwright/test'
import { addMicrosites } from '../fixtures/api.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Opens the microsite of the sample call. @returns its address. */
async function openMicrosite(page: Page): Promise<string> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Brightwater: first call'])
  const address = `${server.url}/microsite/${id}`
  await page.goto(address)
  await expect(page.getByRole('region', { name: 'Quotes' })).toBeVisible()
  return address
}

function entry(page: Page) {
  return page.getByRole('region', { name: 'Todo List' }).getByRole('listitem').filter({ hasText: 'send Dana a list' })
}

test('the link to a moment is copied from its entry, by pointer and by keyboard, and leads there', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = await openMicrosite(page)
  const button = entry(page).getByRole('button', { name: 'Copy link to 2:36' })
  await expect(button, 'out of sight until it is wanted').toHaveCSS('opacity', '0')
  await entry(page).hover()
  await expect(button).toHaveCSS('opacity', '1')
  await button.click()
  await expect(
    page.getByText('Link to 2:36 copied. It opens for you alone; others need a shared link.', { exact: true }),
  ).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(new RegExp(`^${address}\\?t=156\\.\\d+$`))

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
  await expect(
    page.locator('[aria-current=true]').filter({ hasText: 'I need to see the security report first' }),
  ).toBeVisible()
})

test('where the clipboard refuses, the link to a moment is there, selected', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const address = await openMicrosite(page)
  await entry(page).getByRole('button', { name: 'Copy link to 2:36' }).press('Enter')
  const field = page.getByRole('dialog', { name: 'Link to 2:36' }).getByRole('textbox', { name: 'Link to 2:36' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(new RegExp(`^${address}\\?t=156\\.\\d+$`))
})
