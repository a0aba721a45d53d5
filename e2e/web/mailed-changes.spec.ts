import type { Page } from 'playwright/test'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { codeIn, linkIn, startMailServer, type MailServer } from '../fixtures/mail-server.ts'
import { signInInBrowser, type Person } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let mails: MailServer
test.beforeAll(async () => {
  mails = await startMailServer()
  server = await startServer({ SMTP_URL: mails.url })
})
test.afterAll(async () => {
  await server.stop()
  await mails.close()
})

/** A user who has confirmed their account by email. */
async function newPerson(page: Page): Promise<Person> {
  const person = { name: 'Ann Example', email: `${crypto.randomUUID()}@example.org`, password: 'correct horse' }
  const { name, email, password } = person
  const post = (path: string, data: object) => page.request.post(`${server.url}/auth/v1/${path}`, { data })
  await post('signup', { email, password, data: { full_name: name } })
  const token = codeIn(await mails.mail(email, 'Welcome'))
  expect((await post('verify', { email, token, type: 'signup' })).ok()).toBe(true)
  return person
}

/** Opens an emailed link on another device, and confirms there. */
async function agree(page: Page, link: string): Promise<void> {
  const context = await page.context().browser()?.newContext()
  if (!context) throw new Error('no browser')
  const other = await context.newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Confirm change' }).click()
  await expect(other.getByText('Thanks.').or(other.getByRole('heading', { name: /^Welcome/ }))).toBeVisible()
  await context.close()
}

test('an email address changes once both inboxes have confirmed, and the settings show which one is pending', async ({
  page,
}) => {
  const person = await newPerson(page)
  await signInInBrowser(page, server.url, person)
  await page.goto(`${server.url}/dashboard?tab=settings`)
  const account = page.getByRole('region', { name: 'Account Settings' })
  const wanted = `new-${person.email}`
  const ask = async (address: string) => {
    await account.getByRole('button', { name: 'Change Email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Email' })
    await dialog.getByLabel('New email').fill(address)
    await dialog.getByRole('button', { name: 'Change Email' }).click()
  }
  const givenUp = `given-up-${person.email}`
  await ask(givenUp)
  await expect(account.getByText(`email we sent to ${givenUp} and ${person.email}.`)).toBeVisible()
  await expectAccessibleOnDevices(page, 'a pending change of address', { within: '[aria-labelledby=account]' })
  await page.setViewportSize({ width: 1280, height: 720 })
  await account.getByRole('button', { name: 'Cancel change' }).click()
  await expect(account.getByText('confirm it in the email')).toBeHidden()

  await ask(wanted)
  await expect(account.getByText(`email we sent to ${wanted} and`)).toBeVisible()
  const toOld = linkIn(await mails.mail(person.email, `email address to ${wanted}`))
  await agree(page, linkIn(await mails.mail(wanted, 'Confirm it within')))
  await page.reload()
  await expect(account.getByText(`the email we sent to ${person.email}.`)).toBeVisible()
  await agree(page, toOld)
  await page.reload()
  await expect(account.getByLabel('Email')).toHaveValue(wanted)
  await expect(account.getByText('confirm it in the email')).toBeHidden()
})

test('lists devices with their last use, and signs out one or all others at once', async ({ page, browser }) => {
  const person = await newPerson(page)
  await signInInBrowser(page, server.url, person)
  const phone = await browser.newContext({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  })
  try {
    const elsewhere = await phone.newPage()
    await signInInBrowser(elsewhere, server.url, person)
    await page.goto(`${server.url}/dashboard?tab=settings`)
    const devices = page.getByRole('region', { name: 'Signed-in devices' })
    const own = devices.getByRole('listitem').filter({ hasText: 'This device' })
    await expect(own).toContainText('Chrome on Linux')
    await expect(devices.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })).toContainText(
      'last used just now',
    )
    await expectAccessibleOnDevices(page, 'the list of devices', { within: '[aria-labelledby=sessions]' })
    await page.setViewportSize({ width: 1280, height: 720 })
    await devices.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
    await expect(devices.getByText('Safari on iPhone')).toBeHidden()
    await elsewhere.goto(`${server.url}/dashboard`)
    await expect(elsewhere, 'that device is asked to sign in').toHaveURL(`${server.url}/auth`)

    // The code that confirmed the account left a session, which the button for all others ends.
    await devices.getByRole('button', { name: 'Sign out other devices' }).click()
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(devices.getByText('This device')).toBeVisible()
  } finally {
    await phone.close()
  }
})

test('an emailed code signs in, and replaces a forgotten password', async ({ page }) => {
  const person = await newPerson(page)
  await page.goto(`${server.url}/auth`)
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in by email' })
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await expect(dialog.getByText(`If ${person.email} has an account`)).toBeVisible()
  await expectAccessibleOnDevices(page, 'the code of a mail', { within: '[role=dialog]' })
  await page.setViewportSize({ width: 1280, height: 720 })
  const code = codeIn(await mails.mail(person.email, 'Sign in to Callfolio within'))
  await dialog.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This code or link is wrong or has expired. Request a new one.')).toBeVisible()
  await dialog.getByLabel('Code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)

  await page.goto(`${server.url}/dashboard?tab=settings`)
  await page.getByRole('button', { name: 'Change Password' }).click()
  const change = page.getByRole('dialog', { name: 'Change Password' })
  await change.getByRole('button', { name: 'Email me a code instead' }).click()
  await change.getByLabel('Code').fill(codeIn(await mails.mail(person.email, 'verify your identity')))
  for (const label of ['New password', 'Confirm new password'])
    await change.getByLabel(label, { exact: true }).fill('battery staple')
  await change.getByRole('button', { name: 'Update password' }).click()
  await expect(page.getByText('Password updated successfully!', { exact: true })).toBeVisible()
  const reply = await page.request.post(`${server.url}/auth/v1/token?grant_type=password`, {
    data: { email: person.email, password: 'battery staple' },
  })
  expect(reply.ok()).toBe(true)
})
