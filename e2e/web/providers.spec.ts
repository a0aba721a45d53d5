import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { CHROME_KEY } from '@callfolio/shared/extension/extension-identity.ts'
import { authenticatorCode, nextAuthenticatorCode } from '../fixtures/authenticator.ts'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { startOidc, type OidcServer } from '../fixtures/oidc.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const LABEL = 'the sign-in of Acme & Sons, wholesale'

let server: RunningServer
let oidc: OidcServer
test.beforeAll(async () => {
  oidc = await startOidc(LABEL)
  server = await startServer(oidc.settings)
  oidc.serve(server.url)
})
test.afterAll(async () => {
  await server.stop()
  await oidc.close()
})

const button = (page: Page) => page.getByRole('button', { name: /^Continue with the sign-in of Acme/ })

/** A user known to the provider. */
function newVisitor(): string {
  const sub = crypto.randomUUID()
  Object.assign(oidc.person, { sub, email: `${sub}@example.org`, email_verified: true })
  return oidc.person.email
}

test('another service’s button creates an account and returns, and does nothing without a response', async ({
  page,
}) => {
  newVisitor()
  await page.goto(`${server.url}/upload`)
  await expect(page).toHaveURL(`${server.url}/auth`)
  await expect(button(page)).toBeVisible()
  await expectAccessibleOnDevices(page, 'the sign-in with another service')
  await page.setViewportSize({ width: 1280, height: 720 })
  await button(page).click()
  await expect(page).toHaveURL(`${server.url}/upload`)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  const kept = await page.evaluate(() => Object.keys(sessionStorage))
  expect(
    kept.filter((key) => key.startsWith('auth')),
    'the tab keeps nothing of the way',
  ).toEqual([])

  await page.goto(`${server.url}/auth/return?to=//evil.example`)
  await expect(page.getByText('Sign-in wasn’t completed. Start again.')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a sign-in that was not finished')
})

test('an address that the service has not verified is refused, and the page says so', async ({ page }) => {
  newVisitor()
  oidc.person.email_verified = false
  await page.goto(`${server.url}/auth`)
  await button(page).click()
  await expect(
    page.getByText('The provider hasn’t verified your email address. Verify it there, then try again.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
})

test('another service is linked to an account and unlinked again', async ({ page }) => {
  const email = newVisitor()
  await signUpInBrowser(page, server.url)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  const linked = page.getByRole('region', { name: 'Linked accounts' })
  await linked.getByRole('button', { name: /^Link / }).click()
  await expect(linked.getByText(email)).toBeVisible()
  await linked.getByRole('button', { name: /^Remove / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(linked.getByText('Not linked')).toBeVisible()
})

test('the extension’s window asks for the other service and the second step before it signs the extension in', async ({
  page,
  browser,
}) => {
  newVisitor()
  await page.goto(`${server.url}/auth`)
  await button(page).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await page.getByRole('button', { name: 'Add Authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  const secret = await dialog.getByLabel('Or enter this key').inputValue()
  await dialog.getByLabel('Code').fill(authenticatorCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: true })).toBeVisible()

  const context = await browser.newContext()
  try {
    const window = await context.newPage()
    const id = createHash('sha256').update(Buffer.from(CHROME_KEY, 'base64')).digest('hex').slice(0, 32)
    const redirect = `https://${id.replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(parseInt(digit, 16)))}.chromiumapp.org/`
    await window.route(`${redirect}**`, (route) => route.fulfill({ body: 'received', contentType: 'text/plain' }))
    const verifier = randomBytes(42).toString('base64url')
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const asked = { code_challenge, code_challenge_method: 's256', redirect_to: redirect, state: 'mark' }
    await window.goto(`${server.url}/extension/continue?${new URLSearchParams(asked)}`)
    await button(window).click()
    await expect(window.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await window.getByLabel('Code').fill(await nextAuthenticatorCode(secret))
    await window.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(window.getByText(/^Continue as Ann Lee/)).toBeVisible()
    await window.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(window.getByText('received')).toBeVisible()
    const answer = new URL(window.url()).searchParams
    expect(answer.get('state')).toBe('mark')
    const reply = await window.request.post(`${server.url}/auth/v1/token?grant_type=pkce`, {
      data: { auth_code: answer.get('code'), code_verifier: verifier },
    })
    const { access_token } = (await reply.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await window.request.get(`${server.url}/api/usage`, { headers })).status()).toBe(200)

    await page.reload()
    await expect(page.getByText('Browser extension, Chrome on Linux')).toBeVisible()
  } finally {
    await context.close()
  }
})
