import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ACCOUNT_PATHS, type Subscription, type Usage } from '@callfolio/shared/contract/accounts/account.ts'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { changeAnswers, openPart, replaceAnswers, signUp } from '../../testing/open-screen.testing.tsx'
import { PlanSetting } from './plan-setting.tsx'

const PAID: Subscription = {
  user_id: 'u',
  plan_id: 'pro',
  status: 'active',
  current_period_end: '2030-12-24T12:00:00.000Z',
  paid: true,
  billed: true,
}
const NO_PORTAL = 'To change or cancel your plan, ask your admin.'

const box = () => screen.queryByRole('region', { name: 'Current Plan' })?.textContent ?? ''

/** Opens the setting of a user with this subscription; null: the server's. */
async function openFor(subscription: Subscription | null) {
  cleanup()
  if (subscription) {
    replaceAnswers(ACCOUNT_PATHS.subscription, () => Response.json(subscription))
    changeAnswers<Usage>(ACCOUNT_PATHS.usage, (usage) => ({ ...usage, plan_id: subscription.plan_id }))
  }
  const opened = openPart(<PlanSetting />)
  await expect.poll(box).toMatch(/Usage\d/)
  return opened
}

test('shows plan, usage and the next billing, which the free plan lacks', async () => {
  await signUp('starter')
  await openFor(null)
  await expect.poll(box).toContain('PlanStarter')
  expect(box()).toContain('Usage0/3 microsites')
  expect(box()).toContain('Next Billing—')
  expect(box()).not.toContain(NO_PORTAL)
  await openFor(PAID)
  await expect.poll(box).toContain('Next BillingDec 24, 2030')
  expect(box()).toContain('PlanPremium')
})

test.each(['active', 'past_due', 'unpaid'])(
  'names the missing portal to a subscriber whose plan is %s',
  async (status) => {
    await signUp('starter')
    await openFor({ ...PAID, status })
    await expect.poll(box).toContain(NO_PORTAL)
    expect(box().includes('Your last payment failed.')).toBe(status !== 'active')
    expect(box()).not.toContain('Manage Billing')
  },
)

test('shows a failed payment, a cancellation and a granted plan', async () => {
  await signUp('starter')
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({ ...server, portal: true }))
  await openFor({ ...PAID, status: 'past_due' })
  await expect
    .poll(box)
    .toContain(
      'Your last payment failed. You keep Premium until Dec 24, 2030 while we retry the payment. Check your card under Manage Billing.',
    )
  await openFor({ ...PAID, status: 'canceled' })
  await expect.poll(box).toContain('Your subscription is canceled. Premium stays active until Dec 24, 2030.')
  await openFor({ ...PAID, paid: false, billed: false })
  await expect.poll(box).toContain('Your admin gave you Premium until Dec 24, 2030.')
  expect(box()).toContain('Next Billing—')
  expect(box()).not.toContain(NO_PORTAL)
})

test('opens the plans in a dialog that its button, Escape and the contact link close', async () => {
  await signUp('starter')
  const { location, user } = await openFor(null)
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Upgrade Plan' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose your plan' }))
    await expect
      .poll(() => dialog.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent))
      .toEqual(['Starter', 'Premium', 'Teams'])
    expect(dialog.getByText('Save 30%')).toBeTruthy()
    return dialog
  }
  const isClosed = () => screen.queryByRole('dialog') === null
  await user.click((await open()).getByRole('button', { name: 'Close' }))
  await expect.poll(isClosed).toBe(true)
  await open()
  await user.keyboard('{Escape}')
  await expect.poll(isClosed).toBe(true)
  await user.click((await open()).getByRole('link', { name: 'Contact our sales team' }))
  expect(location()).toBe('/')
})
