import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { CHROME_KEY } from '@callfolio/shared/extension/extension-identity.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** The address that Chrome gives only to the extension. */
const REDIRECT = `https://${createHash('sha256')
  .update(Buffer.from(CHROME_KEY, 'base64'))
  .digest('hex')
  .slice(0, 32)
  .replace(/./g, (digit) => 'abcdefghijklmnop'.charAt(parseInt(digit, 16)))}.chromiumapp.org/`

/** The address that the extension opens, and its secret. */
function begin(change: Record<string, string> = {}): { address: string; verifier: string } {
  const verifier = randomBytes(42).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const query = {
    code_challenge,
    code_challenge_method: 's256',
    redirect_to: REDIRECT,
    state: 'mark of the extension',
    ...change,
  }
  return { address: `${server.url}/extension/continue?${new URLSearchParams(query)}`, verifier }
}

/** Replaces the browser, which hands such an address to the extension. */
async function receiveAnswers(page: Page): Promise<void> {
  await page.route(`${REDIRECT}**`, (route) => route.fulfill({ body: 'received', contentType: 'text/plain' }))
}

async function getAnswer(page: Page): Promise<Record<string, string>> {
  await expect(page.getByText('received')).toBeVisible()
  return Object.fromEntries(new URL(page.url()).searchParams)
}

test('a signed-in user continues in the extension with a separate session @core', async ({ page }) => {
  const { email, name } = await signUpBeforehand(page, server.url)
  await receiveAnswers(page)
  const { address, verifier } = begin()
  await page.goto(address)
  await expect(page.getByText(`Continue as ${name} (${email}) in the browser extension?`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  const { code, state } = await getAnswer(page)
  expect(state).toBe('mark of the extension')

  const exchange = await page.request.post(`${server.url}/auth/v1/token?grant_type=pkce`, {
    data: { auth_code: code, code_verifier: verifier },
  })
  const session = (await exchange.json()) as { access_token: string; user: { email: string } }
  expect(session.user.email).toBe(email)
  const signOut = await page.request.post(`${server.url}/auth/v1/logout?scope=local`, {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  expect(signOut.status()).toBe(204)
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
})

test('axe finds nothing wrong with the prompt and its refusals', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  await signUpBeforehand(page, server.url, {
    name: 'Ann Example',
    email: `${'very-long-name-'.repeat(3)}${randomBytes(8).toString('hex')}@example.org`,
    password: 'correct horse',
  })
  await page.goto(begin().address)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'the question')
  await page.goto(begin({ redirect_to: 'https://evil.example/' }).address)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a refusal')
  await page.goto(begin({ code_challenge: '' }).address)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessibleOnDevices(page, 'an incomplete address')
})
