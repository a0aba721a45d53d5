import type { Page } from 'playwright/test'
import { addMicrosites } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

const PASSWORD = 'correct horse'
/** Email links with plausible tokens; they are verified only when used. */
const MAILED = [
  '/auth/confirm?token_hash=h&type=signup',
  '/auth/confirm?token_hash=h&type=recovery',
  '/reset-password#access_token=a&refresh_token=r&type=recovery',
]

/** Fills in the sign-up form. */
async function fillSignUp(page: Page): Promise<void> {
  await page.goto(`${server.url}/auth`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Full Name').fill('Ann')
  await page.getByLabel('Email Address').fill(`${'long-'.repeat(10)}${crypto.randomUUID()}@example.org`)
  for (const label of ['Password', 'Confirm password']) await page.getByLabel(label, { exact: true }).fill(PASSWORD)
}

/** Holds back a page's requests until released. */
async function hold(page: Page, url: string, method: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(url, async (route) => {
    if (route.request().method() === method) await held
    await route.continue()
  })
  return letGo
}

test('axe finds nothing on any screen @core', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  for (const path of ['/', '/auth', '/reset-password', '/auth/confirm', '/no-such-page']) {
    await page.goto(server.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleOnDevices(page, path)
  }
  await signUpInBrowser(page, server.url)
  await expect(page.getByRole('button', { name: 'Try it with a sample call' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'an empty dashboard')
  await page.goto(`${server.url}/upload`)
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'the upload page')
  await page.getByRole('button', { name: 'Try it with a sample call' }).click()
  await expect(page.getByText(/the security report by Friday/).first()).toBeVisible()
  await expectAccessibleOnDevices(page, 'a microsite')
  await page.getByRole('button', { name: 'View Timeline' }).click()
  await expectAccessibleOnDevices(page, 'a microsite with its timeline')
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByText(/Sample call/).first()).toBeVisible()
  await expectAccessibleOnDevices(page, 'a dashboard with a microsite')
  await page.goto(`${server.url}/microsite/none`)
  await expect(page.getByText('Microsite not found.')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a microsite that is not there')
})

test('axe finds nothing during sign-in @core', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  for (const path of MAILED) {
    await page.goto(server.url + path)
    await expect(page.getByRole('main').getByRole('button').last()).toBeVisible()
    await expectAccessibleOnDevices(page, path)
  }
  await fillSignUp(page)
  await expectAccessibleOnDevices(page, 'the form of a newcomer')
  await page.route('**/auth/v1/signup*', async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ json: ((await reply.json()) as { user: unknown }).user })
  })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Almost there' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'an address that has to be verified')

  await page.unroute('**/auth/v1/signup*')
  const showDashboard = await hold(page, '**/assets/dashboard-screen-*.js', 'GET')
  await fillSignUp(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is ready' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'an account that is ready')
  showDashboard()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
  await addMicrosites(page, ['Acme call'])
  await page.reload()
  await page.getByLabel('Search microsites').fill('no one said this')
  await expect(page.getByText('No microsites match')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a list without matches')

  await page.route('**/assets/upload-screen-*.js', (route) => route.abort())
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Upload/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Something went wrong on this page' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'a broken screen')
})

test('axe finds nothing from the chosen recording to its microsite @core', async ({ page }, testInfo) => {
  await page.setViewportSize(DEVICES[0][1])
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/upload`)
  const video = page.locator('input[type=file][accept^="video"]')
  await video.setInputFiles(
    await makeMedia(testInfo.outputPath('long.mp4'), '-f', 'lavfi', '-i', 'color=size=16x16:rate=1:duration=1260'),
  )
  await expect(page.getByRole('heading', { name: 'Video Too Long for Free Plan' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'a video that is too long')
  await page.getByRole('button', { name: 'Choose another video' }).click()

  await video.setInputFiles(SAMPLE.video)
  await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await expect(page.getByRole('button', { name: 'Remove captions' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'a chosen recording')
  const send = await hold(page, '**/*', 'PATCH')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByRole('button', { name: 'Pause upload' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'an upload')
  send()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expectAccessibleOnDevices(page, 'a microsite that is ready')
})
