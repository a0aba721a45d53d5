import type { Page } from 'playwright/test'
import { authenticatorCode, nextAuthenticatorCode } from '../fixtures/authenticator.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUpInBrowser, type Person } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

async function turnOn(page: Page): Promise<{ person: Person; secret: string }> {
  const person = await signUpInBrowser(page, server.url)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add Authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  const key = dialog.getByLabel('Or enter this key')
  const secret = await key.inputValue()
  await page.setViewportSize({ width: 390, height: 844 })
  const hidden = await key.evaluate((field) => [
    field.scrollWidth - field.clientWidth,
    field.scrollHeight - field.clientHeight,
  ])
  expect(Math.max(...hidden), 'a phone, which can’t scan its own screen, shows the whole key').toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expectAccessible(page, 'the dialog of the authenticator app', { within: '[role=dialog]' })
  await dialog.getByLabel('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Verification failed. Try again.'), 'a wrong code turns nothing on').toBeVisible()
  await dialog.getByLabel('Code').fill(authenticatorCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: true })).toBeVisible()
  return { person, secret }
}

/** Signs in with the password on a device without stored data. */
async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('with two-step sign-in the password alone opens nothing, and the app’s code opens everything', async ({
  page,
  browser,
}) => {
  const { person, secret } = await turnOn(page)
  const context = await browser.newContext()
  try {
    const elsewhere = await context.newPage()
    await enterPassword(elsewhere, person)
    await expectAccessible(elsewhere, 'the second step')
    await elsewhere.goto(`${server.url}/upload`)
    await expect(elsewhere.getByRole('heading', { name: 'One more step' }), 'every screen asks').toBeVisible()

    await elsewhere.getByLabel('Code').fill('000000')
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await expect(elsewhere.getByText('Verification failed. Try again.')).toBeVisible()
    await elsewhere.getByLabel('Code').fill(await nextAuthenticatorCode(secret))
    await elsewhere.getByRole('button', { name: 'Continue' }).click()
    await expect(elsewhere.getByRole('heading', { name: 'One more step' })).toBeHidden()
    await elsewhere.goto(`${server.url}/dashboard`)
    await expect(elsewhere.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  } finally {
    await context.close()
  }
})

test('a recovery code replaces the app once, and two-step sign-in can be turned off', async ({ page, browser }) => {
  const { person } = await turnOn(page)
  await page.getByRole('button', { name: 'Create recovery codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  const code = await dialog.getByRole('listitem').first().innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await dialog.getByRole('button', { name: 'Copy codes' }).click()
  await expect(dialog.getByText('Codes copied.')).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')).toEqual(await dialog.getByRole('listitem').allInnerTexts())
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  const enterCode = async (at: Page) => {
    await at.getByRole('button', { name: 'Use a recovery code' }).click()
    await expect(at.getByLabel('Recovery code'), 'where the link was that is gone').toBeFocused()
    await at.getByLabel('Recovery code').fill(code)
    await at.getByRole('button', { name: 'Continue' }).click()
  }
  const lost = await browser.newContext()
  const found = await browser.newContext()
  try {
    const first = await lost.newPage()
    await enterPassword(first, person)
    await enterCode(first)
    await expect(first.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()

    const second = await found.newPage()
    await enterPassword(second, person)
    await enterCode(second)
    await expect(second.getByRole('alert'), 'each works once').toBeVisible()

    await page.getByRole('button', { name: 'Remove Authenticator app' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(/^Two-step sign-in is off\./)).toBeVisible()
    await second.reload()
    await expect(second.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
  } finally {
    await lost.close()
    await found.close()
  }
})
