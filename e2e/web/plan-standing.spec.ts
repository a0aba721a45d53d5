import type { Page } from 'playwright/test'
import { ACCOUNT_PATHS, type Subscription } from '@callfolio/shared/contract/account.ts'
import { CAPABILITIES_PATH } from '@callfolio/shared/contract/capabilities.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const END = '2030-12-24T12:00:00.000Z'
const PAID: Subscription = {
  user_id: 'u',
  plan_id: 'pro',
  status: 'active',
  current_period_end: END,
  paid: true,
  billed: true,
}
const GIVEN: Subscription = { ...PAID, paid: false, billed: false }
const NO_PORTAL = 'This server has no billing portal. Its operator changes or ends your plan.'

/** It has no billing portal. */
let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current Plan' })
const card = (page: Page, plan: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: plan, exact: true }) })

/** Has the server report a subscription from now on. */
async function report(page: Page, subscription: Subscription): Promise<void> {
  await page.unroute(`**${ACCOUNT_PATHS.subscription}*`)
  await page.route(`**${ACCOUNT_PATHS.subscription}*`, (route) => route.fulfill({ json: subscription }))
}

/** Has the server open a portal. */
async function addPortal(page: Page): Promise<void> {
  const capabilities = (await (await fetch(server.url + CAPABILITIES_PATH)).json()) as object
  await page.route(`**${CAPABILITIES_PATH}`, (route) => route.fulfill({ json: { ...capabilities, portal: true } }))
}

test('where there is no portal Starter’s button does nothing', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/pricing`)
  await expect(card(page, 'Starter').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await report(page, PAID)
  await page.reload()
  await expect(card(page, 'Starter').getByRole('button', { name: 'Included' })).toBeDisabled()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Manage Billing' })).toHaveCount(0)
})

test('where there is no portal the settings say so to who is billed, and send nobody there', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await expect(currentPlan(page)).toContainText('0/3 microsites')
  await expect(currentPlan(page)).not.toContainText(NO_PORTAL)
  for (const status of ['active', 'past_due', 'unpaid']) {
    await report(page, { ...PAID, status })
    await page.reload()
    await expect(currentPlan(page)).toContainText(NO_PORTAL)
    await expect(currentPlan(page).getByText('Your last payment failed.')).toHaveCount(status === 'active' ? 0 : 1)
    await expect(currentPlan(page)).not.toContainText('Manage Billing')
  }
})

test('what the operator gives is not billed, shows its end, and can be bought while it has one', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await addPortal(page)
  await report(page, GIVEN)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await expect(currentPlan(page)).toContainText('Next Billing—')
  await expect(currentPlan(page)).toContainText('Premium was given to you until Dec 24, 2030.')
  await expect(currentPlan(page)).not.toContainText(NO_PORTAL)
  await expectAccessible(page, 'a plan that was given', { within: 'main' })

  await page.goto(`${server.url}/pricing`)
  await expect(card(page, 'Premium').getByText('Current Plan')).toBeVisible()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Get Premium' })).toBeEnabled()
  await report(page, { ...GIVEN, current_period_end: null })
  await page.reload()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Current Plan' })).toBeDisabled()
  await report(page, { ...GIVEN, plan_id: 'team' })
  await page.reload()
  await expect(card(page, 'Premium').getByRole('button', { name: 'Included' })).toBeDisabled()
})

test('a choice made before signing in is not carried on for who has that plan already', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/pricing?plan=pro&period=yearly`)
  const more = page.getByText('You chose Premium, billed yearly. One more click takes you to the checkout.')
  await expect(more).toBeVisible()
  await report(page, PAID)
  await page.reload()
  await expect(card(page, 'Premium').getByText('Current Plan').first()).toBeVisible()
  await expect(more).toHaveCount(0)
})
