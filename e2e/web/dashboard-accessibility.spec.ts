import type { Locator, Page } from 'playwright/test'
import { ACCOUNT_PATHS, type Subscription } from '@callfolio/shared/contract/accounts/account.ts'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { addTags, choose, titles } from '../fixtures/dashboard.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

/** The worst input: no space for a line break. */
const LONG_TITLE = 'Q'.repeat(300)
const LONG_TAG = 'x'.repeat(50)

/** Signs up a user whose microsite, tag and link have the longest names. */
async function openDashboard(page: Page, tab = ''): Promise<void> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, [LONG_TITLE])
  await addTags(page, LONG_TAG, 'Acme', 'Globex')
  await callApi(page, 'PATCH', MICROSITE_PATHS.one(id), { tags: [LONG_TAG, 'Acme'] })
  await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 3, label: 'y'.repeat(120) })
  await page.goto(`${server.url}/dashboard${tab}`)
}

/** Opens a dialog, runs axe, and checks that everything fits in its frame and that the focus returns. */
async function expectDialog(
  page: Page,
  button: Locator,
  open: () => Promise<void> = () => button.click(),
): Promise<void> {
  await open()
  const shown = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  const name = await shown.getByRole('heading').first().innerText()
  const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
  await expectAccessibleOnDevices(page, name, {
    check: async (device) =>
      expect(
        await dialog.evaluate((frame) => frame.scrollWidth - frame.clientWidth),
        `${name} holds what is in it (${device})`,
      ).toBeLessThanOrEqual(0),
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
}

test.use({ viewport: DEVICES[0][1] })

test('axe finds nothing in any view of the dashboard @core', async ({ page }) => {
  await openDashboard(page, '?tag=Acme')
  await expect(titles(page)).toHaveCount(1)
  await expectAccessibleOnDevices(page, 'recent')
  const shared = page.getByRole('tab', { name: 'Shared Sites' })
  await shared.click()
  await expect(page.getByRole('timer')).toBeVisible()
  expect(await shared.evaluate((tab) => tab.matches(':focus-visible')), 'a clicked tab has no focus ring').toBe(false)
  await expectAccessibleOnDevices(page, 'shared')
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByRole('img', { name: /Preview/ })).toBeVisible()
  await expectAccessibleOnDevices(page, 'settings')
})

test('tag dialogs fit the longest names, axe finds nothing in them, and the focus returns', async ({ page }) => {
  await openDashboard(page)
  const change = page.getByRole('button', { name: `Change ${LONG_TAG}` })
  for (const item of ['Edit', 'Delete']) await expectDialog(page, change, () => choose(page, change, item))
  await expectDialog(page, page.getByRole('button', { name: /^Add Tag/ }))
  await expectDialog(page, page.getByRole('button', { name: 'Create tag' }))
})

test('axe finds nothing in the new tag’s dialog below the tag limit', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await expectDialog(page, page.getByRole('button', { name: 'Create tag' }))
})

test('microsite dialogs fit the longest title, axe finds nothing in them, and the focus returns @core', async ({
  page,
}) => {
  await openDashboard(page)
  const more = page.getByRole('button', { name: /^More for/ })
  for (const item of ['Rename', 'Delete']) await expectDialog(page, more, () => choose(page, more, item))
  await expectDialog(page, page.getByRole('button', { name: 'Filter', exact: true }))
  await expectDialog(page, page.getByRole('button', { name: /^Share Q/ }))
  await page.getByRole('tab', { name: 'Shared Sites' }).click()
  await expectDialog(page, page.getByRole('button', { name: /^Delete/ }))
})

test('axe finds nothing in the settings after a failed payment, and in their dialogs', async ({ page }) => {
  const failed: Subscription = {
    user_id: 'u',
    plan_id: 'pro',
    status: 'past_due',
    current_period_end: null,
    paid: true,
    billed: true,
  }
  await page.route(`**${ACCOUNT_PATHS.subscription}*`, (route) => route.fulfill({ json: failed }))
  await signUpInBrowser(page, server.url)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByText('Your last payment failed.')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a failed payment')
  const change = page.getByRole('button', { name: 'Change Password' })
  await expectDialog(page, page.getByRole('button', { name: 'Upgrade Plan' }))
  await expectDialog(page, change)
  await change.click()
  await expectDialog(page, page.getByRole('button', { name: 'Forgot your password?' }))
})
