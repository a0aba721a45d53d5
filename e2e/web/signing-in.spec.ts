import { SESSION_KEY } from '@callfolio/shared/session-key.ts'
import { skipClock } from '../fixtures/clock.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
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

test('a session is refreshed near its end, not while the tab is hidden, and as soon as it is visible again', async ({
  page,
}) => {
  let refreshes = 0
  page.on('request', (request) => void (request.url().includes('grant_type=refresh_token') && refreshes++))
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      dispatchEvent(new Event('visibilitychange'))
    }, state)
  /** Opens a page of the app signed in, with a session that has an hour left. The landing page needs no session. */
  const open = async () => {
    await page.goto(`${server.url}/dashboard`)
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

test('a session ended elsewhere leads to the sign-in, and from there back to the page @core', async ({ page }) => {
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
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard?tab=settings`)
})
