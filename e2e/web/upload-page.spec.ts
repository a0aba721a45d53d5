import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
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

/** Uploads the sample call with its captions. */
async function process(page: Page): Promise<void> {
  await videoField(page).setInputFiles(SAMPLE.video)
  await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
}

test('a file can be dropped, and a first visit to the form logs nothing in the console', async ({ page }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await openUpload(page)
  const zone = page.getByText('Drag and drop your recording here')
  await expect(zone).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(said).toEqual([])
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

test('a file that only the server finds unreadable is named, and the form returns as it was filled in', async ({
  page,
}) => {
  await openUpload(page)
  const head = '\x1aE\xdf\xa3\x8bB\x82\x84webmB\x87\x81\x01'
  const buffer = Buffer.concat([Buffer.from(head, 'latin1'), Buffer.alloc(512)])
  await videoField(page).setInputFiles({ name: 'Acme.webm', mimeType: 'video/webm', buffer })
  await page.getByLabel('Meeting Title').fill('Pallets')
  await page.getByLabel('Description').fill('With Acme')
  await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText('We couldn’t read Acme.webm. It may be damaged; export it again.')).toBeVisible()
  await page.getByRole('link', { name: 'Choose another file' }).click()
  await videoField(page).setInputFiles(SAMPLE.video)
  await expect(page.getByLabel('Meeting Title')).toHaveValue('Pallets')
  await expect(page.getByLabel('Description')).toHaveValue('With Acme')
  await expect(page.getByRole('button', { name: 'Remove captions' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pallets' }).first()).toBeVisible()
})

test('a finished microsite is announced, shared and read on the same page @core', async ({ page }) => {
  await openUpload(page)
  await process(page)
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { name: 'Todo List' })).toBeVisible()
  const share = page.getByRole('button', { name: 'Share' })
  await share.click()
  await page.getByRole('dialog', { name: 'Review' }).getByRole('button', { name: 'Skip review' }).click()
  await expect(
    page.getByRole('dialog', { name: 'Share Microsite' }).getByRole('button', { name: '3 Months' }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(share).toBeFocused()
})

test('a refused upload returns to the upload view with the server’s message', async ({ page }) => {
  await openUpload(page)
  await videoField(page).setInputFiles({
    name: 'call.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from('RIFF and no video at all'),
  })
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please choose a video file.' })).toBeVisible()
  await expect(page.getByText('Drag and drop your recording here')).toBeVisible()
})
