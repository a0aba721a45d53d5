import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { REDACTED_TEXT } from '@callfolio/shared/redaction.ts'
import { callApi } from '../fixtures/api.ts'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { SAMPLE, sampleClip } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { waitFor } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('an owner marks, previews and redacts by keyboard, and a recipient’s open page updates', async ({
  page,
  browser,
  premiumServer,
}, testInfo) => {
  await signUpBeforehand(page, premiumServer.url)
  await page.goto(`${premiumServer.url}/dashboard`)
  await page.getByRole('link', { name: 'Upload meeting' }).click()
  const clip = await sampleClip(testInfo.outputPath('call.mp4'), 15)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(clip)
  await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await page.getByRole('link', { name: 'Open microsite' }).click()
  await page.waitForURL(/\/microsite\//)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const read = async () => micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))
  const [first, secret] = (await read()).segments
  if (first === undefined || secret === undefined) throw new Error('the call has no lines')
  const link = { microsite_id: id, expires_in_days: 7, with_video: true }
  const { share_url: address } = (await callApi(page, 'POST', '/api/create-shareable-link', link)) as {
    share_url: string
  }
  const recipient = await browser.newContext()
  try {
    const shared = await recipient.newPage()
    await shared.goto(address)
    await expect(shared.locator('[data-transcript]')).toContainText(secret.text)

    await page.getByRole('button', { name: 'Change transcript' }).click()
    await page.getByRole('menuitem', { name: 'Redact...' }).click()
    const mark = dialog(page, 'Redact')
    await expect(mark.getByText('Nothing selected yet.')).toBeVisible()
    await expect(mark.getByRole('button', { name: 'Preview redaction' })).toBeDisabled()
    await expectAccessibleOnDevices(page, 'marking what is redacted')
    const lines = mark.getByRole('group', { name: 'Lines of the transcript' })
    await lines.getByRole('checkbox', { name: secret.text }).focus()
    await page.keyboard.press('Space')
    const marks = mark.getByRole('region', { name: 'Selected' }).getByRole('listitem')
    await expect(marks).toHaveCount(1)
    await mark.getByLabel('From', { exact: true }).fill('0:01')
    await mark.getByLabel('To', { exact: true }).fill('0:00.5')
    await expect(mark.getByRole('status')).toHaveText('The end must come after the start.')
    await mark.getByLabel('From', { exact: true }).fill('0:00')
    await page.keyboard.press('Enter')
    await expect(marks).toHaveCount(2)
    await marks.first().getByRole('button', { name: 'Deselect 0:00–0:01' }).click()
    await expect(marks, 'a mark is taken back').toHaveCount(1)

    await mark.getByRole('button', { name: 'Preview redaction' }).click()
    const question = dialog(page, 'Redact permanently?')
    await expect(question).toContainText('This can’t be undone.')
    await expect(question).toContainText('1 line of the transcript,')
    await expect(question).toContainText('Audio and video of')
    await expect(question.getByRole('button', { name: 'Back' })).toBeFocused()
    await expectAccessibleOnDevices(page, 'the question before a redaction')
    expect((await read()).redacted, 'nothing changes before it is confirmed').toEqual([])
    await question.getByRole('button', { name: 'Redact permanently' }).click()
    await expect(question).toBeHidden()
    await expect(page.getByText('Redacted. The recording is being re-rendered.', { exact: true })).toBeVisible()

    const transcript = page.getByRole('region', { name: 'Transcript text' })
    await expect(transcript).toContainText(REDACTED_TEXT)
    await expect(transcript).not.toContainText(secret.text)
    await expect(shared.locator('[data-transcript]')).toContainText(REDACTED_TEXT)
    await expect(shared.locator('body')).not.toContainText(secret.text)
    await waitFor(async () => (await read()).redacting === undefined, 'the recording to be rendered again')
    await expect(page.getByText('Playback is off while we re-render the recording')).toBeHidden()
    await expect(page.locator('video')).toBeVisible()
    await expectAccessibleOnDevices(page, 'a redacted page')
    await shared.reload()
    await expect(shared.locator('video')).toBeVisible()
    await expectAccessibleOnDevices(shared, 'a redacted page at a recipient')
  } finally {
    await recipient.close()
  }
})
