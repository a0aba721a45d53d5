import type { Page } from 'playwright/test'
import { BILLING_PATHS } from '@callfolio/shared/contract/billing.ts'
import { TAG_PATHS } from '@callfolio/shared/contract/tag.ts'
import { startFakeStripe, type FakeStripe } from '../fakes/stripe.ts'
import { addMicrosites, callApi } from '../fixtures/api.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let stripe: FakeStripe
let server: RunningServer
test.beforeAll(async () => {
  stripe = await startFakeStripe()
  server = await startServer({ DEFAULT_PLAN: 'free', ...stripe.settings })
})
test.afterAll(async () => {
  await server.stop()
  await stripe.close()
})

const badge = (page: Page, plan: string) => page.getByRole('banner').getByText(plan, { exact: true })
const currentPlan = (page: Page) => page.getByRole('region', { name: 'Current Plan' })
const plans = (page: Page) => page.getByRole('dialog', { name: 'Choose your plan' })

/** Delivers the purchase's events to the server. */
async function deliver(events = stripe.undelivered.splice(0)): Promise<void> {
  for (const event of events) expect(await stripe.deliver(server.url + BILLING_PATHS.webhook, event)).toBe(200)
}

/** Waits for the checkout opened by a button. */
async function pay(page: Page, period: 'monthly' | 'yearly', backTo: string): Promise<void> {
  stripe.returnTo(server.url + backTo)
  await expect(page.getByRole('heading', { name: `Subscribe, ${period}` })).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(server.url + backTo)
}

/** Fails the test if the page is reloaded. */
async function forbidReload(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
  return async () =>
    expect(await page.evaluate(() => 'sameDocument' in globalThis), 'the page was not loaded again').toBe(true)
}

async function getBuyer(page: Page): Promise<{ reference: string; email: string }> {
  const { id, email } = (await callApi(page, 'GET', '/auth/v1/user')) as { id: string; email: string }
  return { reference: id, email }
}

/** A paying user, with events delivered. */
async function signUpSubscriber(page: Page) {
  await signUpBeforehand(page, server.url)
  const { sub, events } = stripe.world.checkOut({ price: stripe.prices.monthly, ...(await getBuyer(page)) })
  await deliver(events)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await expect(badge(page, 'Premium')).toBeVisible()
  return sub
}

test('the fourth tag leads through the plans to the checkout, and the plan changes without a reload once paid', async ({
  page,
}) => {
  const { email } = await signUpBeforehand(page, server.url)
  for (const name of ['Acme', 'Globex', 'Initech']) await callApi(page, 'POST', TAG_PATHS.list, { name })
  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('button', { name: 'Create tag' }).click()
  await page.getByRole('dialog', { name: 'Tag Limit Reached' }).getByRole('button', { name: 'Upgrade Plan' }).click()
  await plans(page).getByRole('button', { name: 'Get Premium' }).click()
  await pay(page, 'monthly', '/dashboard?tab=settings')
  expect(stripe.sold.at(-1)).toEqual({ ...(await getBuyer(page)), email })

  const assertSame = await forbidReload(page)
  await expect(badge(page, 'Starter')).toBeVisible()
  await expect(currentPlan(page)).toContainText('Just paid? Your plan updates once the payment is confirmed.')
  await deliver()
  await expect(badge(page, 'Premium')).toBeVisible()
  await expect(currentPlan(page)).toContainText('0/100 microsites')
  await expect(currentPlan(page)).not.toContainText('Just paid?')
  await expect(currentPlan(page)).toContainText(/Next Billing[A-Z][a-z]{2} \d+, \d{4}/)
  await page.getByRole('button', { name: 'Create tag' }).click()
  await expect(page.getByRole('dialog', { name: 'Create tag' })).toBeVisible()
  await assertSame()
})

test('a used-up month leads to the checkout, and the upload is unlocked without a reload once paid', async ({
  page,
}) => {
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['One', 'Two', 'Three'])
  await page.goto(`${server.url}/upload`)
  await page.getByRole('link', { name: 'Upgrade Plan' }).click()
  await page.getByText('Yearly').click()
  await page.getByRole('button', { name: 'Get Premium' }).click()
  await pay(page, 'yearly', '/upload')

  const assertSame = await forbidReload(page)
  await expect(page.getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await page.locator('input[type=file][accept^="video"]').setInputFiles(SAMPLE.video)
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeDisabled()
  await deliver()
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeEnabled()
  await expect(page.getByText("You've used 3 of 3 microsites this month.")).toBeHidden()
  await assertSame()
})

test('a locked export leads to the plans, and unlocks without a reload once Premium is paid in another tab', async ({
  page,
  context,
}) => {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.goto(`${server.url}/microsite/${id}`)
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: /^Notion.*Part of the Premium plan/ }).click()
  await expect(plans(page)).toBeVisible()
  await page.keyboard.press('Escape')
  const assertSame = await forbidReload(page)

  const other = await context.newPage()
  await other.goto(`${server.url}/pricing`)
  await other.getByRole('button', { name: 'Get Premium' }).click()
  await pay(other, 'monthly', '/pricing')
  await deliver()
  await other.close()
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Export' }).click()
  const notion = page.getByRole('menuitem', { name: /^Notion/ })
  await expect(notion).not.toContainText('Part of the Premium plan')
  const download = page.waitForEvent('download')
  await notion.click()
  expect((await download).suggestedFilename()).toMatch(/^Acme call-.*\.md$/)
  await assertSame()
})

test('a limit used up in another tab is reported before the first byte, with a link to upgrade', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/upload`)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(SAMPLE.video)
  for (const title of ['One', 'Two', 'Three'])
    await callApi(page, 'POST', '/api/process-meeting', { title, captions: 'WEBVTT' })
  let sent = 0
  page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0))
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText("You've used 3 of 3 microsites this month.").first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade Plan' }).first()).toHaveAttribute('href', '/pricing')
  expect(sent).toBe(0)
})

test('a video that was too long is accepted without a reload after payment in another tab', async ({
  page,
  context,
}, testInfo) => {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/upload`)
  const video = await makeMedia(
    testInfo.outputPath('long.mp4'),
    '-f',
    'lavfi',
    '-i',
    'color=size=16x16:rate=1:duration=1260',
  )
  await page.locator('input[type=file][accept^="video"]').setInputFiles(video)
  await expect(page.getByRole('heading', { name: 'Video Too Long for Free Plan' })).toBeVisible()
  const assertSame = await forbidReload(page)

  const other = await context.newPage()
  await other.goto(`${server.url}/pricing`)
  await other.getByRole('button', { name: 'Get Premium' }).click()
  await pay(other, 'monthly', '/pricing')
  await deliver()
  await other.close()
  // Repeats the event that a browser sends to a tab that becomes visible.
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeEnabled()
  await assertSame()
})

test('a subscriber’s plan buttons and Manage Billing open the portal in a new tab, so none buys twice', async ({
  page,
  context,
}) => {
  const { customer } = await signUpSubscriber(page)
  const openedBy = async (click: () => Promise<void>) => {
    const [tab] = await Promise.all([context.waitForEvent('page'), click()])
    await tab.waitForURL(`${stripe.url}/portal/${customer}`)
    expect(await tab.evaluate(() => globalThis.opener as unknown)).toBeNull()
    await tab.close()
  }
  await openedBy(() => currentPlan(page).getByRole('button', { name: 'Manage Billing' }).click())
  expect(stripe.calls.at(-1)?.params['return_url']).toBe(`${server.url}/dashboard?tab=settings`)
  await currentPlan(page).getByRole('button', { name: 'Upgrade Plan' }).click()
  await expect(plans(page).getByRole('button', { name: /Get / })).toHaveCount(0)
  await expect(plans(page).getByRole('button', { name: 'Coming Soon' })).toBeDisabled()
  for (const plan of ['Starter', 'Premium']) {
    const card = plans(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: plan }) })
    await openedBy(() => card.getByRole('button', { name: 'Manage Billing' }).press('Enter'))
  }
})
