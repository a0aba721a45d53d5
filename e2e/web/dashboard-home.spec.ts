import { ACCOUNT_PATHS } from '@callfolio/shared/contract/account.ts'
import { MICROSITE_PATHS, type MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { addMicrosites, callApi, reviewMicrosite } from '../fixtures/api.ts'
import { expectOnlyAfter, stopClock } from '../fixtures/clock.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

test('the dashboard greets by first name and shows plan, usage and when it renews', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, Ann')
  await expect(page.getByRole('banner').getByText('Starter')).toBeVisible()
  const usage = page.getByRole('region', { name: 'Monthly Usage' })
  await expect(usage).toContainText('0/3')
  await expect(usage).toContainText(/Renews on [A-Z][a-z]{2} 1, \d{4}/)
  await page.route(`**${ACCOUNT_PATHS.usage}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...((await reply.json()) as object), used: 5 } })
  })
  await page.reload()
  await expect(usage).toContainText("You've used 5 of 3 microsites this month.")
  await expect(usage.getByRole('progressbar'), 'the bar ends at 100 per cent').toHaveAttribute('aria-valuenow', '100')
  await page.getByRole('region', { name: 'Upload New Meeting' }).getByRole('link').click()
  await expect(page).toHaveURL(`${server.url}/upload`)
})

test('the plans are shown as a dialog that closes, from the settings too', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('region', { name: 'Current Plan' }).getByRole('button', { name: 'Upgrade Plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose your plan' })
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveText(['Starter', 'Premium', 'Teams'])
  await expect(dialog.getByText('Save 30%')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a subscription that can’t be read blocks nothing', async ({ page }) => {
  await page.route(`**${ACCOUNT_PATHS.subscription}*`, (route) => route.fulfill({ status: 400, json: {} }))
  await signUpInBrowser(page, server.url)
  await expect(page.getByRole('banner').getByText('Starter')).toBeVisible()
  await page.getByRole('link', { name: 'Upload Meeting' }).click()
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeEnabled()
})

test('a card shows date and views and leads to its microsite', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.route(`**${MICROSITE_PATHS.list}*`, async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { microsites: MicrositeCard[] }
    await route.fulfill({
      json: {
        ...list,
        microsites: list.microsites.map((site) => ({
          ...site,
          created_at: '2026-03-09T12:00:00.000Z',
          view_count: 12,
        })),
      },
    })
  })
  await page.goto(`${server.url}/dashboard`)
  const card = page
    .getByRole('region', { name: 'Recent Microsites' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Acme call' }) })
  await expect(card).toContainText('Mar 9, 2026')
  await expect(card).toContainText('12 views')
  await card.getByRole('link', { name: 'View' }).click()
  await expect(page).toHaveURL(`${server.url}/microsite/${id}`)
})

test('a tag that can’t be changed says why', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  for (const name of ['Acme', 'Globex']) await callApi(page, 'POST', TAG_PATHS.list, { name })
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Change Acme' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Tag' })
  await form.getByLabel('Name').fill('globex')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByRole('alert')).toHaveText('Failed to update tag: You already have a tag called “globex”.')
})

test('Copied beside a new link stays two seconds', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await reviewMicrosite(page, id)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`**${SHARE_PATHS.create}`, async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: /^Share/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Microsite' })
  await dialog.getByRole('button', { name: '1 Day' }).click()
  await stopClock(page, (request) => request.url().endsWith(SHARE_PATHS.create))
  answer()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expectOnlyAfter(page, 2000, () => expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible())
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeHidden()
})

test('a shared site shows when it was made, and its link can only be read', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await callApi(page, 'POST', SHARE_PATHS.create, { microsite_id: id, expires_in_days: 1 })
  await page.goto(`${server.url}/dashboard?tab=shared`)
  const row = page.getByRole('region', { name: "Sites You've Shared" }).getByRole('listitem')
  await expect(row).toContainText(new Date().toLocaleDateString('en', { dateStyle: 'medium' }))
  await expect(row.getByRole('textbox')).not.toBeEditable()
})

test('the web app asks no other host than its own', async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto(server.url, { waitUntil: 'networkidle' })
  await signUpInBrowser(page, server.url)
  for (const path of ['/pricing', '/privacy-policy', '/upload', '/dashboard?tab=settings'])
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
  expect([...hosts]).toEqual([new URL(server.url).host])
})
