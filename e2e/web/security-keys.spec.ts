import type { Page } from 'playwright/test'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpInBrowser, type Person } from '../fixtures/person.ts'
import { addKey } from '../fixtures/security-key.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

const openSettings = (page: Page) => page.goto(`${server.url}/dashboard?tab=settings`)

/** Signs out of this browser, which keeps its keys. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/`)
  await page.goto(`${server.url}/auth`)
}

async function enterPassword(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('a security key is the second step: nothing opens without it, and it can be removed by its name', async ({
  page,
}) => {
  const key = await addKey(page, 'usb')
  const person = await signUpInBrowser(page, server.url)
  await openSettings(page)
  await page.getByRole('button', { name: 'Add Security key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a security key' })
  await dialog.getByLabel('Name').fill('Key of my keyring')
  await dialog.getByRole('button', { name: 'Add security key' }).click()
  await expect(page.getByText('Two-step sign-in is on.', { exact: true })).toBeVisible()
  await expectAccessibleOnDevices(page, 'settings with a security key', { within: '[aria-labelledby=second-factor]' })
  await page.setViewportSize({ width: 1280, height: 720 })

  await signOut(page)
  await enterPassword(page, person)
  await expect(page.getByText('Have your security key ready: Key of my keyring.')).toBeVisible()
  await expectAccessibleOnDevices(page, 'the step of a security key')
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.goto(`${server.url}/upload`)
  await expect(page.getByRole('heading', { name: 'One more step' }), 'every screen asks').toBeVisible()
  await page.getByRole('button', { name: 'Use security key' }).click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeHidden()

  await openSettings(page)
  await page.getByRole('button', { name: 'Remove Key of my keyring' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(/^Two-step sign-in is off\./)).toBeVisible()
  await key.remove()
  await signOut(page)
  await enterPassword(page, person)
  await expect(page.getByRole('heading', { name: 'Welcome, Ann' })).toBeVisible()
})

test('a passkey signs in without a password, can be renamed, and fails once it is removed', async ({ page }) => {
  await addKey(page, 'internal')
  const { password } = await signUpInBrowser(page, server.url)
  await openSettings(page)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await expect(passkeys.getByText('Chrome on Linux')).toBeVisible()
  await passkeys.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename passkey' })
  await dialog.getByLabel('Name').fill('Laptop of the office')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(passkeys.getByText('Laptop of the office')).toBeVisible()
  await expectAccessibleOnDevices(page, 'settings with a passkey', { within: '[aria-labelledby=passkeys]' })
  await page.setViewportSize({ width: 1280, height: 720 })

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  await openSettings(page)
  await passkeys.getByRole('button', { name: 'Remove Laptop of the office' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove' }).click()
  // The passkey was just added, so its sign-in proves nothing yet.
  await question.getByLabel('Current password', { exact: true }).fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('This passkey isn’t linked to an account. Sign in another way.')).toBeVisible()
})

test("a key that doesn't respond is reported, and the form stays usable", async ({ page }) => {
  const key = await addKey(page, 'internal')
  await key.setVerified(false)
  await page.goto(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('The key didn’t respond.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeEnabled()
})
