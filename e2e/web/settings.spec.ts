import type { Page } from 'playwright/test'
import { BRANDING_PATHS } from '@callfolio/shared/contract/branding.ts'
import { ACCOUNT_PATHS } from '@callfolio/shared/contract/account.ts'
import { callApi } from '../fixtures/api.ts'
import { makeMedia, testPicture } from '../fixtures/media.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

async function openSettings(page: Page) {
  const person = await signUpInBrowser(page, server.url)
  await page.getByRole('tab', { name: 'Settings' }).click()
  return person
}

/** A fact of the Current Plan box. */
const fact = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Current Plan' })
    .locator('div', { has: page.getByText(name, { exact: true }) })
    .locator('dd')

test('the plan box shows plan, usage and the next billing, which the free plan has not', async ({ page }) => {
  const { email } = await openSettings(page)
  await expect(fact(page, 'Plan').first()).toHaveText('Starter')
  await expect(page.getByText('0/3 microsites')).toBeVisible()
  await expect(page.getByText('—', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expect(page.getByLabel('Password')).toHaveAttribute('type', 'password')

  await page.route(`**${ACCOUNT_PATHS.subscription}*`, (route) =>
    route.fulfill({
      json: {
        user_id: 'u',
        plan_id: 'pro',
        status: 'active',
        current_period_end: '2026-12-24T12:00:00.000Z',
        paid: true,
        billed: true,
      },
    }),
  )
  await page.reload()
  await expect(page.getByText('Dec 24, 2026')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Premium')).toBeVisible()
})

test('who forgot the current password asks for a reset from the settings', async ({ page }) => {
  const { email } = await openSettings(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await expect(dialog.getByLabel('Email Address')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(dialog.getByText(/This server sends no mail/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible()
})

test('an account without an address can’t change its password, and says so', async ({ page }) => {
  await openSettings(page)
  await page.route('**/auth/v1/user', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...((await reply.json()) as object), email: '' } })
  })
  await page.evaluate(() => {
    for (const [key, value] of Object.entries(localStorage))
      localStorage.setItem(key, String(value).replace(/"email":"[^"]*@[^"]*"/g, '"email":""'))
  })
  await page.reload()
  await expect(page.getByLabel('Email')).toHaveValue('')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await dialog.getByLabel(label, { exact: true }).fill('correct horse')
  await dialog.getByRole('button', { name: 'Update Password' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('User not found or email missing.')
})

test('changing the password follows every rule and leaves this browser signed in', async ({ page }) => {
  const { email, password } = await openSettings(page)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const [current, next, confirm] = ['Current Password', 'New Password', 'Confirm New Password'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  )
  if (!current || !next || !confirm) throw new Error('three fields')
  const submit = dialog.getByRole('button', { name: 'Update Password' })
  const problem = dialog.getByRole('alert')

  await submit.click()
  await expect(problem).toHaveText('Please fill in all fields.')
  await current.fill('not my password')
  await expect(problem).toBeHidden()
  await next.fill('another horse')
  await confirm.fill('another house')
  await submit.click()
  await expect(problem).toHaveText('New passwords do not match.')
  await confirm.fill('another horse')
  await submit.click()
  await expect(problem).toHaveText('Current password is incorrect.')

  await current.fill(password)
  for (const field of [next, confirm]) await field.fill('x')
  await submit.click()
  await expect(problem).toHaveText(/^Failed to update password\. /)
  await page.route('**/auth/v1/token?grant_type=password', (route) => route.abort())
  await submit.click()
  await expect(problem).toHaveText('An error occurred. Please try again.')
  await page.unroute('**/auth/v1/token?grant_type=password')

  for (const field of [next, confirm]) await field.fill('another horse')
  await submit.click()
  await expect(page.getByText('Password updated successfully!', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Account Settings' }), 'still signed in').toBeVisible()
  const enter = (word: string) =>
    fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: word }),
    })
  expect((await enter(password)).status).toBe(400)
  expect((await enter('another horse')).status).toBe(200)
})

test('a logo and an accent colour are set, previewed with a note on contrast, and taken away', async ({
  page,
}, testInfo) => {
  await openSettings(page)
  const preview = page.getByRole('img', { name: /Preview/ })
  const file = page.locator('input[type=file][aria-label="Logo file"]')
  await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await expect(page.getByText('Please choose a PNG, JPEG or WebP picture.')).toBeVisible()
  await file.setInputFiles(
    await makeMedia(testInfo.outputPath('logo.png'), ...testPicture(1, '120x40'), '-frames:v', '1'),
  )
  await expect(preview.locator('img')).toHaveCount(2)
  await expect
    .poll(() =>
      preview
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(120)

  const colour = page.getByLabel('Accent colour', { exact: true })
  await colour.fill('yellow')
  await expect(page.getByText('A colour has the form #rrggbb.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Colour' })).toBeDisabled()
  await colour.fill('#FFE14D')
  await expect(page.getByText(/buttons carry black text/)).toBeVisible()
  await page.getByRole('button', { name: 'Save Colour' }).click()
  await expect(page.getByText('Accent colour saved.', { exact: true })).toBeVisible()
  expect(await callApi(page, 'GET', BRANDING_PATHS.one)).toMatchObject({
    accent: '#ffe14d',
    logo_url: expect.stringContaining('/api/logos/'),
  })

  await page.reload()
  await expect(colour).toHaveValue('#ffe14d')
  await page.getByRole('button', { name: 'Use Callfolio’s blue' }).click()
  await expect(colour).toHaveValue('#208df3')
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await expect(preview.locator('img')).toHaveCount(0)
  expect(await callApi(page, 'GET', BRANDING_PATHS.one)).toEqual({ accent: null, logo_url: null })
})
