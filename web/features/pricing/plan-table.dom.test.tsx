import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ACCOUNT_PATHS, type Subscription } from '@callfolio/shared/contract/accounts/account.ts'
import { BILLING_PATHS } from '@callfolio/shared/contract/billing.ts'
import { CAPABILITIES_PATH, type Capabilities } from '@callfolio/shared/contract/capabilities.ts'
import { fillIn } from '../../testing/fill-in.testing.ts'
import {
  changeAnswers,
  holdRequests,
  openPart,
  openScreen,
  replaceAnswers,
  signUp,
  visit,
} from '../../testing/open-screen.testing.tsx'
import { PlanTable } from './plan-table.tsx'
import { PricingPlans } from './pricing-plans.tsx'

const PAID: Subscription = {
  user_id: 'u',
  plan_id: 'pro',
  status: 'active',
  current_period_end: '2030-12-24T12:00:00.000Z',
  paid: true,
  billed: true,
}
const CHOICE = { plan: 'pro', period: 'yearly' } as const
const GIVEN: Subscription = { ...PAID, paid: false, billed: false }

const card = async (plan: string) =>
  within((await screen.findByRole('heading', { name: plan })).closest('li') as HTMLElement)
const button = async (plan: string, name: string) =>
  (await card(plan)).findByRole<HTMLButtonElement>('button', { name })
const text = (plan: string) => screen.getByRole('heading', { name: plan }).closest('li')?.textContent
const changeServer = (change: Partial<Capabilities>) =>
  changeAnswers<Capabilities>(CAPABILITIES_PATH, (server) => ({ ...server, ...change }))

/** Opens the pricing page of a user with this subscription. */
function openFor(subscription: Subscription) {
  cleanup()
  replaceAnswers(ACCOUNT_PATHS.subscription, () => Response.json(subscription))
  return openPart(<PlanTable heading="h2" />)
}

test('the plans show monthly and yearly prices with the yearly savings', async () => {
  openPart(<PlanTable heading="h2" />)
  await screen.findByRole('heading', { name: 'Starter' })
  for (const [plan, ...facts] of [
    ['Starter', '$0 per month', '3 microsites per month', 'Subtitle and JSON export'],
    ['Premium', '$29 per month', '$244 per year', 'Save $104 per year', 'Most Popular', 'Copy for Google Docs'],
    ['Teams', '$100 per month', 'Save $360 per year'],
  ] as const)
    for (const fact of facts) expect(text(plan)?.replaceAll(/\s+/g, ' ')).toContain(fact)
  expect((await button('Teams', 'Coming Soon')).disabled).toBe(true)
  expect((await card('Starter')).getByRole('link', { name: 'Get Started' }).getAttribute('href')).toBe('/auth?sign-up')
  expect(screen.getByText('Save 30%')).toBeTruthy()
  expect(text('Starter')).not.toContain('Save')
})

test('returns a visitor who chose a plan to the choice after signing up', async () => {
  visit('starter')
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  const { user } = openScreen('/auth?period=yearly&plan=pro')
  await user.click(await screen.findByRole('button', { name: 'Create an account' }))
  fillIn({
    'Full Name': 'Ann Example',
    'Email Address': `${crypto.randomUUID()}@example.org`,
    'Password': 'correct horse',
    'Confirm password': 'correct horse',
  })
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await expect.poll(() => replace.mock.calls.length).toBe(1)
  expect(String(replace.mock.calls[0]?.[0])).toMatch(/\/pricing\?plan=pro&period=yearly$/)
  replace.mockRestore()
})

test('continues the choice of a user who chose before signing in', async () => {
  await signUp('starter')
  openPart(<PricingPlans choice={CHOICE} />)
  await screen.findByText(/^You chose Premium, billed yearly\./)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Yearly/ }).checked).toBe(true)
  const get = await screen.findByRole('button', { name: 'Get Premium' })
  await expect.poll(() => document.activeElement).toBe(get)
})

test('does not continue the choice of a user who already pays for the plan', async () => {
  await signUp('starter')
  replaceAnswers(ACCOUNT_PATHS.subscription, () => Response.json(PAID))
  openPart(<PricingPlans choice={CHOICE} />)
  await button('Premium', 'Current Plan')
  expect(screen.queryByText(/^You chose Premium/)).toBeNull()
})

test('marks the user’s plan, and reports a checkout that the server does not offer', async () => {
  await signUp('starter')
  openPart(<PlanTable heading="h2" />)
  expect((await button('Starter', 'Current Plan')).disabled).toBe(true)
  const get = await button('Premium', 'Get Premium')
  await expect.poll(() => get.disabled).toBe(false)
  fireEvent.click(get)
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to start checkout. Please try again.')
  expect((await button('Premium', 'Get Premium')).disabled).toBe(false)
})

test('opens the payment link for the user', async () => {
  const { email } = await signUp('starter')
  changeServer({ checkout: { pro_monthly: 'https://pay.example/month', pro_yearly: 'https://pay.example/year' } })
  const release = holdRequests(CAPABILITIES_PATH, 'GET')
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {})
  openPart(<PlanTable heading="h2" />)
  const get = await button('Premium', 'Get Premium')
  await expect.poll(() => get.disabled).toBe(false)
  fireEvent.click(get)
  expect((await button('Premium', 'Processing...')).disabled).toBe(true)
  release()
  await expect.poll(() => assign.mock.calls).toHaveLength(1)
  const opened = new URL(String(assign.mock.calls[0]?.[0]))
  expect(opened.origin + opened.pathname).toBe('https://pay.example/month')
  expect(opened.searchParams.get('prefilled_email')).toBe(email)
  assign.mockRestore()
})

test('offers nothing for a paid plan on a server without a billing portal', async () => {
  await signUp('starter')
  openFor(PAID)
  expect((await button('Starter', 'Included')).disabled).toBe(true)
  expect((await button('Premium', 'Current Plan')).disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Manage Billing' })).toBeNull()
})

test('sends a subscriber whose payment failed to the portal instead of the checkout', async () => {
  await signUp('starter')
  changeServer({ portal: true })
  openFor({ ...PAID, status: 'past_due' })
  await button('Premium', 'Manage Billing')
  await button('Starter', 'Manage Billing')
  expect(screen.queryByRole('button', { name: /^Get / })).toBeNull()
})

test('sells a plan that the operator granted until a date, and not one granted for good', async () => {
  await signUp('starter')
  openFor(GIVEN)
  const get = await button('Premium', 'Get Premium')
  await expect.poll(() => get.disabled).toBe(false)
  expect(text('Premium')).toContain('Current Plan')
  openFor({ ...GIVEN, current_period_end: null })
  expect((await button('Premium', 'Current Plan')).disabled).toBe(true)
  openFor({ ...GIVEN, plan_id: 'team' })
  expect((await button('Premium', 'Included')).disabled).toBe(true)
})

test('shows an error when the user has no billing account, and closes the tab', async () => {
  await signUp('starter')
  changeServer({ portal: true })
  const message = 'We found no payment with your email address. Ask your admin.'
  replaceAnswers(BILLING_PATHS.portal, () => Response.json({ error: { code: 'conflict', message } }, { status: 409 }))
  const tab = { close: vi.fn<() => void>() }
  vi.stubGlobal('open', () => tab)
  openPart(<PlanTable heading="h2" />)
  fireEvent.click(await button('Starter', 'Manage Billing'))
  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(tab.close).toHaveBeenCalledOnce()
})
