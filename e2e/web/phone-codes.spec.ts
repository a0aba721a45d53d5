import { startFakeTwilio, type FakeTwilio } from '../fakes/twilio.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const NUMBER = '+15551234567'

let twilio: FakeTwilio
let server: RunningServer
test.beforeAll(async () => {
  twilio = await startFakeTwilio()
  server = await startServer(twilio.settings)
})
test.afterAll(async () => {
  await server.stop()
  await twilio.close()
})

/** The code of the text message after this many. */
async function codeAfter(count: number): Promise<string> {
  await waitFor(async () => twilio.messages.length > count, 'a text message')
  const { to, text } = twilio.messages[count] ?? { to: '', text: '' }
  expect(to).toBe(NUMBER)
  return /\d{6}/.exec(text)?.[0] ?? ''
}

test('a phone becomes the second step by a texted code, and completes the next sign-in with another', async ({
  page,
  browser,
}) => {
  const person = await signUpInBrowser(page, server.url)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  await page.getByRole('button', { name: 'Add phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a phone' })
  await dialog.getByLabel('Phone number').fill('+1 (555) 123-4567')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  const first = await codeAfter(0)
  await expect(dialog.getByText('Enter the six-digit code we texted to the number ending in 67.')).toBeVisible()
  await expect(dialog.getByLabel('Code'), 'the button that had it is gone').toBeFocused()
  await expectAccessible(page, 'the dialog of a phone', { within: '[role=dialog]' })
  await dialog.getByLabel('Code').fill(first === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('alert'), 'a wrong code adds nothing').toBeVisible()
  await dialog.getByLabel('Code').fill(first)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: true })).toBeVisible()

  const context = await browser.newContext()
  try {
    const elsewhere = await context.newPage()
    await elsewhere.goto(`${server.url}/auth`)
    await elsewhere.getByLabel('Email Address').fill(person.email)
    await elsewhere.getByLabel('Password', { exact: true }).fill(person.password)
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await elsewhere.getByRole('button', { name: 'Text me a code' }).click()
    const second = await codeAfter(1)
    await elsewhere.getByLabel('Code').fill(first)
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await expect(elsewhere.getByRole('alert'), 'the code of before counts no more').toBeVisible()
    await elsewhere.getByLabel('Code').fill(second)
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await expect(elsewhere.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  } finally {
    await context.close()
  }
})
