import { startFakeCaptcha, type FakeCaptcha } from '../fakes/captcha.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { captchaSettings, serveCaptcha, solveCaptcha } from '../fixtures/captcha.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let maker: FakeCaptcha
let server: RunningServer
let browser: ExtensionBrowser
test.beforeAll(async () => {
  maker = await startFakeCaptcha('turnstile')
  server = await startServer(captchaSettings(maker))
  browser = await startExtensionBrowser()
})
test.afterAll(async () => {
  await browser.close()
  await server.stop()
  await maker.close()
})

test('with a captcha required, the extension signs in through the web app’s form instead of by password', async () => {
  const email = `${crypto.randomUUID()}@example.org`
  const made = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    body: JSON.stringify({
      email,
      password: 'correct horse',
      data: { full_name: 'Ann Example' },
      gotrue_meta_security: { captcha_token: maker.solve() },
    }),
  })
  expect(made.status).toBe(200)
  await serveCaptcha(browser.context(), maker)
  const options = await browser.open('options.html')
  await options.getByLabel('Server address').fill(server.url)
  await options.getByRole('button', { name: 'Save' }).click()
  await expect(options.getByText(/^Saved/)).toBeVisible()

  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByText('This server uses a captcha. Use “Continue with the web app”.')).toBeVisible()
  await expect(panel.getByLabel('Password', { exact: true })).toBeHidden()
  await expectAccessible(panel, 'the extension’s sign-in without a password')
  const opened = browser.context().waitForEvent('page')
  await panel.getByRole('button', { name: 'Continue with the web app' }).click()
  const web = await opened
  await web.getByLabel('Email Address').fill(email)
  await web.getByLabel('Password', { exact: true }).fill('correct horse')
  await solveCaptcha(web, maker)
  await web.getByRole('button', { name: 'Sign in', exact: true }).click()
  await web.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(panel.getByText('Ann Example')).toBeVisible()
})
