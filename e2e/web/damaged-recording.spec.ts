import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { makeMedia, SAMPLE, testPicture, testTone } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const H264 = [
  '-c:v',
  'libx264',
  '-preset',
  'ultrafast',
  '-pix_fmt',
  'yuv420p',
  '-c:a',
  'aac',
  '-movflags',
  '+faststart',
]

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a recording that was cut off says how much of it there is, and its owner is asked once before it is shared', async ({
  page,
  premiumServer,
}, testInfo) => {
  const whole = await makeMedia(testInfo.outputPath('whole.mp4'), ...testPicture(60), ...testTone(60), ...H264)
  const bytes = await readFile(whole)
  const cut = testInfo.outputPath('cut.mp4')
  await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * 0.3)))
  await signUpBeforehand(page, premiumServer.url)
  await page.goto(`${premiumServer.url}/dashboard`)
  await page.getByRole('link', { name: 'Upload Meeting' }).click()
  await page.locator('input[type=file][accept^="video"]').setInputFiles(cut)
  await page.locator('input[type=file][accept*=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await page.getByRole('link', { name: 'Open microsite' }).click()
  const missing = page.getByText(/This recording holds \d+ s of 1 min\./)
  await expect(missing).toBeVisible()
  await expectAccessibleOnDevices(page, 'a damaged recording')

  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(page, 'Look it through first').getByRole('button', { name: 'Share without looking' }).click()
  const question = dialog(page, 'Part of this recording is missing')
  await expect(question).toContainText(/holds \d+ s of 1 min/)
  await question.getByRole('button', { name: 'Share what there is' }).click()
  await expect(dialog(page, 'Share Microsite')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog(page, 'Look it through first').getByRole('button', { name: 'Share without looking' }).click()
  await expect(dialog(page, 'Share Microsite'), 'it is asked once').toBeVisible()
})
