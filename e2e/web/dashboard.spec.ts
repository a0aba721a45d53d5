import type { Page } from 'playwright/test'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/page/share-expiry.ts'
import { addMicrosites, keepAll } from '../fixtures/api.ts'
import { card } from '../fixtures/dashboard.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test.describe('sharing', () => {
  test('choosing an expiry copies a link; Copied disappears, and a local address shows a warning @core', async ({
    page,
  }) => {
    await signUpBeforehand(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await keepAll(page, id)
    await page.goto(`${server.url}/dashboard`)
    await card(page, 'Acme call').getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Microsite' })
    for (const { label } of SHARE_EXPIRY_OPTIONS)
      await expect(dialog.getByRole('button', { name: label })).toBeVisible()

    await page.route(`**${SHARE_PATHS.create}`, (route) => route.abort(), { times: 1 })
    await dialog.getByRole('button', { name: '1 Week' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Failed to generate shareable link. Please try again.')

    await dialog.getByLabel('Who is it for?').fill('Acme, procurement')
    await dialog.getByRole('button', { name: '1 Week' }).click()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link = await dialog.getByLabel('Shareable link').inputValue()
    expect(link).toMatch(new RegExp(`^${server.url}/s/[\\w-]{20,}$`))
    expect(await clipboard(page)).toBe(link)
    await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
    await expect(dialog.getByRole('note')).toContainText('Shared links only work on this computer.')

    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'Shared Sites' }).click()
    const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
    await expect(row).toContainText('For Acme, procurement')
    await expect(row).toContainText('0 views')
    await expect(row.getByRole('timer')).toHaveText(/^6d 23h 59m \d+s left$/)
    await expect(row.getByRole('textbox')).toHaveValue(link)
  })
})

test('the tabs, a menu and sharing work by keyboard only, and the focus returns', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await keepAll(page, id)
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('tab', { name: 'Recent Microsites' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: "Sites You've Shared" })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('heading', { name: 'Current Plan' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Current Plan' }), 'a reload stays').toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).focus()
  await page.keyboard.press('Home')
  const share = card(page, 'Acme call').getByRole('button', { name: 'Share' })
  await share.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '1 Month' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(share).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Acme call' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})
