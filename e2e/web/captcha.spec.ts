import type { Page } from 'playwright/test'
import { startFakeCaptcha, type FakeCaptcha } from '../fakes/captcha.ts'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { blockCaptcha, captchaFrame, captchaSettings, serveCaptcha, solveCaptcha } from '../fixtures/captcha.ts'
import { codeIn, startMailServer, type MailServer } from '../fixtures/mail-server.ts'
import type { Person } from '../fixtures/person.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const UNSOLVED = 'Complete the captcha first.'

let mails: MailServer
const makers = {} as Record<'turnstile' | 'hcaptcha', FakeCaptcha>
const servers = {} as Record<'turnstile' | 'hcaptcha', RunningServer>
test.beforeAll(async () => {
  mails = await startMailServer()
  for (const name of ['turnstile', 'hcaptcha'] as const) {
    makers[name] = await startFakeCaptcha(name)
    servers[name] = await startServer({ SMTP_URL: mails.url, ...captchaSettings(makers[name]) })
  }
})
test.afterAll(async () => {
  for (const server of Object.values(servers)) await server.stop()
  for (const maker of Object.values(makers)) await maker.close()
  await mails.close()
})

const post = (page: Page, maker: FakeCaptcha, path: string, data: object) =>
  page.request.post(`${servers[maker.provider].url}/auth/v1/${path}`, {
    data: { ...data, gotrue_meta_security: { captcha_token: maker.solve() } },
  })

/** A user who has confirmed their account by email. */
async function newPerson(page: Page, maker: FakeCaptcha): Promise<Person> {
  const person = { name: 'Ann Example', email: `${crypto.randomUUID()}@example.org`, password: 'correct horse' }
  const { name, email, password } = person
  expect((await post(page, maker, 'signup', { email, password, data: { full_name: name } })).ok()).toBe(true)
  const token = codeIn(await mails.mail(email, 'Welcome'))
  expect((await post(page, maker, 'verify', { email, token, type: 'signup' })).ok()).toBe(true)
  return person
}

async function fillIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

for (const name of ['turnstile', 'hcaptcha'] as const) {
  test(`sign-up and resending its email each need a captcha from ${name}`, async ({ page }) => {
    const maker = makers[name]
    const { url } = servers[name]
    await serveCaptcha(page, maker)
    await page.goto(`${url}/auth?sign-up`)
    const email = `${crypto.randomUUID()}@example.org`
    await page.getByLabel('Full Name').fill('Ann Example')
    await fillIn(page, { name: '', email, password: 'correct horse' })
    await page.getByLabel('Confirm password', { exact: true }).fill('correct horse')
    await expect(page.getByRole('group', { name: 'Captcha' }).locator('iframe')).toBeVisible()
    await expectAccessibleOnDevices(page, 'the sign-up with a captcha')
    const before = maker.checks.length
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('alert')).toHaveText(UNSOLVED)
    expect(maker.checks.length, 'nothing was sent').toBe(before)
    await solveCaptcha(page, maker)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible()

    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByText(UNSOLVED)).toBeVisible()
    await solveCaptcha(page, maker)
    await page.getByRole('button', { name: 'Resend email' }).click()
    await expect(page.getByText('Email sent.')).toBeVisible()
    expect(maker.checks.slice(before)).toEqual([true, true])
  })
}

test('dialogs have their own captchas, whose challenge opens on top of them', async ({ page }) => {
  const maker = makers.hcaptcha
  const { url } = servers.hcaptcha
  await serveCaptcha(page, maker)
  const person = await newPerson(page, maker)
  await page.goto(`${url}/auth`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset Password' })
  await reset.getByLabel('Email Address').fill(person.email)
  await reset.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(reset.getByText(UNSOLVED)).toBeVisible()
  await solveCaptcha(page, maker, reset)
  await expectAccessibleOnDevices(page, 'the reset with a captcha', { within: '[role=dialog]' })
  await reset.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(reset.getByText('Password reset email sent! Check your inbox.')).toBeVisible()
  await reset.getByRole('button', { name: 'Close' }).first().click()

  await page.getByRole('button', { name: 'Email me a code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in by email' })
  await dialog.getByLabel('Email Address').fill(person.email)
  await solveCaptcha(page, maker, dialog)
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await dialog.getByLabel('Code').fill(codeIn(await mails.mail(person.email, 'Sign in')))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
})

test('a captcha is solved by keyboard, and an expired one is refused', async ({ page }) => {
  const maker = makers.turnstile
  await serveCaptcha(page, maker)
  const person = await newPerson(page, maker)
  await page.goto(`${servers.turnstile.url}/auth`)
  await fillIn(page, person)
  const box = page.frameLocator('iframe').getByRole('checkbox')
  await expect(box).toBeVisible()
  await page.getByRole('button', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
  await expect(page.frameLocator('iframe').getByText('Solved')).toBeVisible()

  await (await captchaFrame(page)).evaluate('expire()')
  await expect(box, 'the next one is asked for').not.toBeChecked()
  await signIn(page).click()
  await expect(page.getByRole('alert')).toHaveText(UNSOLVED)
  await (await captchaFrame(page)).evaluate('fail()')
  await expect(page.getByText('The captcha isn’t working.')).toBeVisible()
  await solveCaptcha(page, maker)
  await expect(page.getByText('The captcha isn’t working.')).toBeHidden()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
})

test('a form says when the captcha can’t be loaded, and loads it again', async ({ page }) => {
  await blockCaptcha(page)
  await page.goto(`${servers.turnstile.url}/auth`)
  await expect(page.getByRole('alert')).toContainText('We couldn’t load the captcha from challenges.cloudflare.com')
  await expectAccessibleOnDevices(page, 'the sign-in without its captcha')
  await serveCaptcha(page, makers.turnstile)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.frameLocator('iframe').getByRole('checkbox')).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
})
