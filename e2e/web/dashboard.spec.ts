import type { Page } from 'playwright/test'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { SHARE_EXPIRY_OPTIONS } from '@callfolio/shared/share-expiry.ts'
import { addMicrosites, callApi, reviewMicrosite } from '../fixtures/api.ts'
import { expectOnlyAfter, runClock, stopClock } from '../fixtures/clock.ts'
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
  test('choosing an expiry makes a link and copies it; Copied goes again, and the local address is warned of @core', async ({
    page,
  }) => {
    await signUpBeforehand(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await reviewMicrosite(page, id)
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
    await expect(dialog.getByRole('note')).toContainText('Recipients can’t open links')

    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('tab', { name: 'Shared Sites' }).click()
    const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
    await expect(row).toContainText('For Acme, procurement')
    await expect(row).toContainText('0 views')
    await expect(row.getByRole('timer')).toHaveText(/^6d 23h 59m \d+s left$/)
    await expect(row.getByRole('textbox')).toHaveValue(link)
  })

  test('where the clipboard refuses, the link is selected and nothing says Copied', async ({ page }) => {
    await signUpBeforehand(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await reviewMicrosite(page, id)
    await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await page.goto(`${server.url}/dashboard`)
    await card(page, 'Acme call').getByRole('button', { name: 'Share' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Microsite' })
    await dialog.getByRole('button', { name: '1 Day' }).click()
    await expect(dialog.getByText(/The link is selected/)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeHidden()
    const field = dialog.getByLabel('Shareable link')
    await expect(field).toBeFocused()
    expect(await field.evaluate((input: HTMLInputElement) => input.selectionEnd)).toBe(
      (await field.inputValue()).length,
    )
  })

  test('Shared Sites counts down each second, copies, and deletes after the question', async ({ page }) => {
    await signUpBeforehand(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3 })
    await page.clock.install()
    await page.goto(`${server.url}/dashboard?tab=shared`)
    const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
    await expect(row.getByRole('heading')).toHaveText('Acme call')
    await stopClock(page)
    const before = await row.getByRole('timer').textContent()
    await runClock(page, 1000)
    await expect(row.getByRole('timer')).not.toHaveText(before ?? '')
    await row.getByRole('button', { name: 'Copy' }).press('Enter')
    await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await clipboard(page)).toBe(await row.getByRole('textbox').inputValue())
    await expectOnlyAfter(page, 1500, () => expect(row.getByRole('button', { name: 'Copied' })).toBeVisible())
    await expect(row.getByRole('button', { name: 'Copied' })).toBeHidden()
    await page.clock.fastForward(73 * 60 * 60 * 1000)
    await expect(row.getByRole('timer')).toHaveText('Expired')

    await page.clock.resume()
    await row.getByRole('button', { name: 'Delete' }).click()
    const confirm = page.getByRole('alertdialog')
    await expect(confirm).toContainText('Are you sure you want to delete this shared link?')
    await page.route(`**${SHARE_PATHS.list}/*`, (route) => route.abort(), { times: 1 })
    await confirm.getByRole('button', { name: 'Delete link' }).click()
    await expect(confirm.getByRole('alert')).toHaveText('Failed to delete link.')
    await confirm.getByRole('button', { name: 'Delete link' }).click()
    await expect(page.getByText('No shared links found')).toBeVisible()
  })

  test('a link without a title has a name all the same, and a list that fails says so', async ({ page }) => {
    await signUpBeforehand(page, server.url)
    const [id = ''] = await addMicrosites(page, ['Acme call'])
    await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3 })
    await page.route(`**${SHARE_PATHS.list}`, async (route) => {
      const reply = await route.fetch()
      await route.fulfill({ response: reply, body: (await reply.text()).replace('"Acme call"', '""') })
    })
    await page.goto(`${server.url}/dashboard?tab=shared`)
    await expect(page.getByRole('heading', { name: 'Untitled Microsite' })).toBeVisible()
    await page.route(`**${SHARE_PATHS.list}`, (route) => route.fulfill({ status: 400, json: {} }))
    await page.reload()
    await expect(page.getByText('Failed to load shared links.')).toBeVisible()
  })
})

test('the tabs, a menu and sharing work by keyboard only, and the focus comes back', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await reviewMicrosite(page, id)
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
