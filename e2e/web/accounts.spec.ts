import { join } from 'node:path'
import { readOutbox } from '../../server/src/mail/outbox.testing.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** An address's newest email on the server. */
async function mailTo(address: string): Promise<string> {
  let found: string | undefined
  await waitFor(async () => {
    const mails = await readOutbox(join(server.dataDir, 'outbox'))
    found = mails.find((mail) => mail.includes(address))
    return found !== undefined
  }, `the mail to ${address}`)
  return found ?? ''
}

test("a forgotten password is reset by the emailed link, and merely opening the link doesn't use it up", async ({
  page,
}) => {
  const { email } = await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Sign Out' }).click()
  // The sign-out leads there, and would cancel another navigation.
  await page.waitForURL(`${server.url}/`)
  await page.goto(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('dialog').getByLabel(/Email/).fill(email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(page.getByRole('dialog')).toContainText('doesn’t send email')

  const link = /http:\/\/\S*\/auth\/confirm\S*/.exec(await mailTo(email))?.[0] ?? ''
  await page.goto(link)
  await page.goto(link)
  await page.getByRole('main').getByRole('button').click()
  await expect(page).toHaveURL(/\/reset-password/)
  await page.getByLabel('New password', { exact: true }).fill('another horse')
  await page
    .getByLabel(/Confirm/)
    .first()
    .fill('different horse')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page
    .getByLabel(/Confirm/)
    .first()
    .fill('another horse')
  await page.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Password reset successful! Redirecting to login...')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/auth`)
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('another horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
})
