import type { Locator, Page } from 'playwright/test'
import { SESSION_KEY } from '@callfolio/shared/client/session-key.ts'
import { expectOnlyAfter, settle, skipClock, stopClock } from '../fixtures/clock.ts'
import { signUpBeforehand, signUpByForm, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

/** Signs up a person without the form. @returns the tokens of the session. */
async function enter(page: Page): Promise<{ token: string; refreshToken: string }> {
  const reply = await page.request.post(`${server.url}/auth/v1/signup`, {
    data: { email: `${crypto.randomUUID()}@example.org`, password: 'correct horse' },
  })
  const { access_token: token, refresh_token: refreshToken } = (await reply.json()) as {
    access_token: string
    refresh_token: string
  }
  return { token, refreshToken }
}

/** Asks for a new password as somebody who forgot theirs. */
async function requestReset(page: Page): Promise<Locator> {
  await page.goto(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByLabel('Email Address').fill('nobody@example.org')
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
  return dialog
}

test('the form toggles between its two modes, shows passwords, and leads home and to the real legal pages', async ({
  page,
}) => {
  await page.goto(`${server.url}/auth`)
  const password = page.getByLabel('Password', { exact: true })
  await page.getByLabel('Email Address').fill('ann@example.org')
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByLabel('Email Address'), 'the other mode begins empty').toHaveValue('')
  await expect(password).toHaveValue('')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Terms of Service' })).toHaveAttribute('href', '/terms-of-service')
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy-policy')
  await page.getByRole('button', { name: 'Sign in instead' }).click()
  await expect(page.getByLabel('Full Name')).toBeHidden()
  await page.getByRole('link', { name: 'Back to home' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
})

test('success is reported first, and the dashboard comes two seconds later', async ({ page }) => {
  const { email, password } = await signUpByForm(page, server.url)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.clock.install()
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await stopClock(page)
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expectOnlyAfter(page, 2000, () => expect(page).toHaveURL(`${server.url}/auth`))
  await expect(page).toHaveURL(`${server.url}/dashboard`)
})

test('while an address has to be verified the panel says so and stays', async ({ page }) => {
  await page.route('**/auth/v1/signup*', async (route) => {
    const reply = await route.fetch()
    const { user } = (await reply.json()) as { user: unknown }
    await route.fulfill({ json: user })
  })
  await page.clock.install()
  await page.goto(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Full Name').fill('Ann')
  await page.getByLabel('Email Address').fill('pending@example.org')
  for (const label of ['Password', 'Confirm Password'])
    await page.getByLabel(label, { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Please check your email to verify your account before signing in.')).toBeVisible()
  await skipClock(page, 10_000)
  await expect(page.getByText('The message went to pending@example.org.')).toBeVisible()
})

test.describe('from Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('signing up sends the name and the browser’s time zone', async ({ page }) => {
    const asked = page.waitForRequest('**/auth/v1/signup*')
    await signUpByForm(page, server.url)
    expect((await asked).postDataJSON()).toMatchObject({ data: { full_name: 'Ann Example', time_zone: 'Asia/Tokyo' } })
  })
})

test('signing out ends the session of this browser only @core', async ({ page }) => {
  const { email, password } = await signUpInBrowser(page, server.url)
  const reply = await page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
    data: { email, password },
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto(`${server.url}/dashboard`)
  await expect(page).toHaveURL(`${server.url}/auth`)
  expect(
    (
      await page.request.get(`${server.url}/api/usage`, { headers: { authorization: `Bearer ${access_token}` } })
    ).status(),
  ).toBe(200)
})

test('a session is refreshed near its end, not while the tab is hidden, and as soon as it is seen again', async ({
  page,
}) => {
  let refreshes = 0
  page.on('request', (request) => void (request.url().includes('grant_type=refresh_token') && refreshes++))
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      dispatchEvent(new Event('visibilitychange'))
    }, state)
  /** Opens the page signed in, with a session that has an hour left. */
  const open = async () => {
    await page.goto(server.url)
    await expect(page.getByRole('banner').getByRole('button', { name: 'Sign Out' })).toBeVisible()
  }
  await signUpInBrowser(page, server.url)
  await page.clock.install()
  await open()
  await show('hidden')
  await skipClock(page, 59.5 * 60_000)
  expect(refreshes).toBe(0)
  await show('visible')
  await expect.poll(() => refreshes).toBe(1)

  await page.clock.setSystemTime(new Date())
  await open()
  refreshes = 0
  await page.clock.fastForward('59:00')
  await expect.poll(() => refreshes).toBeGreaterThan(0)
})

test('a service that can’t be reached is reported, and asking for a reset email too', async ({ page }) => {
  await page.goto(`${server.url}/auth`)
  await page.route('**/auth/v1/**', (route) => route.abort())
  await page.getByLabel('Email Address').fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('secret')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('An unexpected error occurred. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(dialog.getByText(/^Error: /)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
})

test('where mail is sent the reset says that it was', async ({ page }) => {
  await page.route('**/api/capabilities', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: { ...((await reply.json()) as object), sends_mail: true } })
  })
  const dialog = await requestReset(page)
  await expect(dialog.getByText('Password reset email sent! Check your inbox.')).toBeVisible()
})

test('that a reset email was sent is not said before it is known that the server sends mail', async ({ page }) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/capabilities', async (route) => {
    await held
    await route.continue()
  })
  const dialog = await requestReset(page)
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
  await expect(dialog.getByText('Password reset email sent!')).toBeHidden()
  answer()
  await expect(dialog.getByText('This server sends no mail.')).toBeVisible()
  await expect(dialog.getByText('Password reset email sent!')).toBeHidden()
})

test('where it can’t be known whether mail is sent the reset claims neither', async ({ page }) => {
  await page.route('**/api/capabilities', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'invalid_request', message: 'No.' } } }),
  )
  const dialog = await requestReset(page)
  await expect(dialog.getByText('or in the operator’s outbox where this server sends no mail.')).toBeVisible()
  await expect(dialog.getByText('Password reset email sent!')).toBeHidden()
})

test('without tokens in its address the reset page says that the link is no good', async ({ page }) => {
  await page.goto(`${server.url}/reset-password`)
  await expect(page.getByText('Invalid or expired reset link.')).toBeVisible()
})

test('the reset page says that it is busy, and two seconds after its success leads to the sign-in', async ({
  page,
}) => {
  const { token, refreshToken } = await enter(page)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/auth/v1/user*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  await page.clock.install()
  await page.goto(`${server.url}/reset-password#access_token=${token}&refresh_token=${refreshToken}`)
  await page.getByLabel('New Password', { exact: true }).fill('another horse')
  await page.getByLabel(/^Confirm/).fill('another horse')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByRole('button', { name: 'Resetting...' })).toBeDisabled()
  await stopClock(page, (request) => request.method() === 'PUT')
  answer()
  await expect(page.getByText('Password reset successful! Redirecting to login...')).toBeVisible()
  await expectOnlyAfter(page, 2000, () => expect(page).toHaveURL(`${server.url}/reset-password`))
  await expect(page).toHaveURL(`${server.url}/auth`)
})

test('a protected screen shows a spinner while it is not known who is there', async ({ page }) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/assets/account-*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.url}/dashboard`, { waitUntil: 'commit' })
  await expect(page.getByText('Loading...')).toBeVisible()
  go()
  await expect(page).toHaveURL(`${server.url}/auth`)
})

test('a protected screen shows a spinner while a session that has ended is being renewed', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) - 60 }))
  }, SESSION_KEY)
  let go = () => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/auth/v1/token*', async (route) => {
    await held
    await route.continue()
  })
  const renewal = page.waitForRequest('**/auth/v1/token*')
  await settle(
    page,
    () => page.goto(`${server.url}/dashboard`),
    (request) => request.url().includes('/auth/v1/token'),
  )
  await renewal
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  go()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})

test('a session that was ended elsewhere leads to the sign-in, and from there back to the page @core', async ({
  page,
}) => {
  const person = await signUpInBrowser(page, server.url)
  const { access_token: token } = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string },
    SESSION_KEY,
  )
  const ended = await page.request.post(`${server.url}/auth/v1/logout?scope=global`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(ended.status()).toBe(204)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
  await expect(page.getByText('session_id')).toBeHidden()
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard?tab=settings`)
})
