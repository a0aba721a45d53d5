import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites } from '../fixtures/api.ts'
import { skipClock, stopClock } from '../fixtures/clock.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ starterServer }) => {
  server = starterServer
})

const videoField = (page: Page) => page.locator('input[type=file][accept^="video"]')
/** A silent, black video of `seconds`. */
const blackVideo = (path: string, seconds: number) =>
  makeMedia(path, '-f', 'lavfi', '-i', `color=size=16x16:rate=1:duration=${seconds}`)

async function openUpload(page: Page): Promise<void> {
  await signUpBeforehand(page, server.url)
  await page.goto(`${server.url}/upload`)
}

/** Sends the sample, with the microsite's state as `answer` says as long as it says something. */
async function process(page: Page, answer: () => Partial<Microsite> | null): Promise<void> {
  await page.route(`**${MICROSITE_PATHS.one('*')}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...answer() } })
  })
  await videoField(page).setInputFiles(SAMPLE.video)
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
}

test('a chosen file is shown with name, size and length; what is no video is refused', async ({ page }, testInfo) => {
  await openUpload(page)
  await videoField(page).setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(page.getByText('Please choose a video file.')).toBeVisible()
  await videoField(page).setInputFiles(await blackVideo(testInfo.outputPath('long.mp4'), 660))
  await expect(page.getByText('long.mp4')).toBeVisible()
  await expect(page.getByText(/^\d\.\d MB · 11 minutes$/)).toBeVisible()
  await expect(page.getByText('Long video - may take longer to process')).toBeVisible()
  await expect(page.getByText('Please choose a video file.')).toBeHidden()
  await expect(page.getByLabel(/Meeting Title/)).not.toHaveAttribute('required')
  await expect(page.getByLabel(/Description/)).not.toHaveAttribute('required')
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeEnabled()
})

test('a file can be dropped', async ({ page }) => {
  await openUpload(page)
  const zone = page.getByText('Drag and drop your recording here')
  const dataTransfer = await page.evaluateHandle(
    (base64) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.fromBase64(base64)], 'dropped.mp4', { type: 'video/mp4' }))
      return transfer
    },
    (await readFile(SAMPLE.video)).toString('base64'),
  )
  await zone.dispatchEvent('dragover', { dataTransfer })
  await zone.dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('dropped.mp4')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeEnabled()
})

test('a video over 20 minutes leads to the plans instead of an upload', async ({ page }, testInfo) => {
  await openUpload(page)
  await videoField(page).setInputFiles(await blackVideo(testInfo.outputPath('long.mp4'), 1260))
  await expect(page.getByRole('heading', { name: 'Video Too Long for Free Plan' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeHidden()
  for (const link of await page
    .getByRole('main')
    .getByRole('link', { name: /Upgrade Plan|Compare plans/ })
    .all())
    await expect(link).toHaveAttribute('href', '/pricing')
  await page.getByRole('button', { name: 'Choose another video' }).click()
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible()
})

test('a month that is used up says so with a way to upgrade, and nothing can be created', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await addMicrosites(page, ['One', 'Two', 'Three'])
  await page.goto(`${server.url}/upload`)
  await expect(page.getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', '/pricing')
  await videoField(page).setInputFiles(SAMPLE.video)
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toBeDisabled()
})

test('what takes longer than usual says so after two minutes and lets one go', async ({ page }) => {
  await openUpload(page)
  await page.clock.install()
  const earliest = await page.evaluate(() => Date.now())
  await process(page, () => ({ status: 'processing', step: 2, progress: 0.4, duration_ms: null }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Transcription' })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('main'), 'captions need no model').not.toContainText(/\bAI\b/)
  await expect(page.getByText(/longer than usual/)).toBeHidden()
  const ways = page.getByRole('main').getByRole('link', { name: /dashboard/i })
  await expect(ways).toHaveCount(1)
  const now = await stopClock(page)
  // The two minutes began somewhere between the choice of the file and now.
  await skipClock(page, earliest + 120_000 - now - 1)
  await expect(page.getByText(/longer than usual/)).toBeHidden()
  await skipClock(page, now - earliest + 1)
  await expect(
    page.getByText('This is taking longer than usual. You can leave and check the dashboard later.'),
  ).toBeVisible()
  await expect(ways, 'once is enough').toHaveText(['Go to Dashboard'])
  await expect(page.getByRole('main').getByText(/dashboard/)).toHaveCount(1)
  await ways.click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
})

test('a failed job shows the Processing Error panel, and Retry Processing makes the microsite', async ({ page }) => {
  await openUpload(page)
  let broken = true
  await page.route(`**${MICROSITE_PATHS.retry('*')}`, async (route) => {
    await route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'The queue rests.' } } })
  })
  await process(page, () => (broken ? { status: 'failed', error_message: 'The video could not be read.' } : null))
  await expect(page.getByRole('heading', { name: 'Processing Error' })).toBeVisible()
  await expect(page.getByText('The video could not be read.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry Processing' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to reset job status: ' })).toBeVisible()
  await page.unroute(`**${MICROSITE_PATHS.retry('*')}`)
  broken = false
  await page.getByRole('button', { name: 'Retry Processing' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
})

test('a microsite that is ready is announced, shared and read on the same page @core', async ({ page }) => {
  await openUpload(page)
  await process(page, () => null)
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Todo List' })).toBeVisible()
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  await page
    .getByRole('dialog', { name: 'Look it through first' })
    .getByRole('button', { name: 'Share without looking' })
    .click()
  await expect(
    page.getByRole('dialog', { name: 'Share Microsite' }).getByRole('button', { name: '3 Months' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
})

test('giving up a chosen file leads the keyboard back to choosing one', async ({ page }) => {
  await openUpload(page)
  await videoField(page).setInputFiles(SAMPLE.video)
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Remove captions' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose caption file' })).toBeFocused()
  await page.getByRole('button', { name: 'Change', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeFocused()
})

test('an upload that is refused returns to the upload view with the server’s sentence', async ({ page }) => {
  await openUpload(page)
  await videoField(page).setInputFiles({
    name: 'call.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('no video at all'),
  })
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose a video file.' })).toBeVisible()
  await expect(page.getByText('Drag and drop your recording here')).toBeVisible()
})

test('a title is said before it is sent, and can be changed while it is sent, worked on, and afterwards', async ({
  page,
}) => {
  const missing: string[] = []
  page.on('response', (response) => void (response.status() === 404 && missing.push(response.url())))
  await openUpload(page)
  await page.route(`**${MICROSITE_PATHS.begin}`, async (route) => {
    await expect(page.getByRole('heading', { name: 'Creating your microsite' })).toBeVisible()
    await route.continue()
  })
  const sending = Promise.withResolvers<void>()
  await page.route('**/files/*', async (route) => {
    if (route.request().method() === 'PATCH') await sending.promise
    await route.continue()
  })
  let working = true
  await page.route(`**${MICROSITE_PATHS.one('*')}`, async (route) => {
    const reply = await route.fetch()
    const state = working ? { status: 'processing', step: 2, progress: 0.4 } : {}
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...state } })
  })
  await videoField(page).setInputFiles(SAMPLE.video)
  await expect(
    page.getByText('Left empty, the title comes from what is said in the call, else from the file: “sample-call”.'),
  ).toBeVisible()
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByLabel(/Meeting Title/).fill('Typed before')
  await page.getByRole('button', { name: 'Create Microsite' }).click()

  const rename = async (from: string, to: string) => {
    await expect(page.getByTitle(from, { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Change the title' }).click()
    await page.getByLabel('Meeting Title').fill(to)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByTitle(to, { exact: true })).toBeVisible()
  }
  await rename('Typed before', 'Typed while it is sent')
  expect(missing, 'its page is asked for once it is begun').toEqual([])
  sending.resolve()
  await expect(page).toHaveURL(/job=/)
  await rename('Typed while it is sent', 'Typed while it is worked on')
  working = false
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Typed while it is worked on')
})
