import { execFile } from 'node:child_process'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import { EN } from '@callfolio/shared/page-words/en.ts'
import { callApi } from '../fixtures/api.ts'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { SAMPLE, sampleClip } from '../fixtures/media.ts'
import { signUpBeforehand } from '../fixtures/person.ts'
import { startServer, waitFor } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

test('a recipient’s open page shows that the recording is being edited, and then restores it', async ({
  page,
  browser,
}, testInfo) => {
  const { stdout } = await promisify(execFile)('which', ['ffmpeg'])
  const hold = testInfo.outputPath('hold')
  const ffmpeg = testInfo.outputPath('ffmpeg')
  // The recording is re-rendered only after the test has seen the notice.
  await writeFile(ffmpeg, `#!/bin/sh\nwhile [ -e '${hold}' ]; do /bin/sleep 0.1; done\nexec ${stdout.trim()} "$@"\n`)
  await chmod(ffmpeg, 0o755)
  const server = await startServer({ FFMPEG_PATH: ffmpeg, DEFAULT_PLAN: 'team' })
  const recipient = await browser.newContext()
  try {
    await signUpBeforehand(page, server.url)
    await page.goto(`${server.url}/upload`)
    await page
      .locator('input[type=file][accept^="video"]')
      .setInputFiles(await sampleClip(testInfo.outputPath('call.mp4'), 15))
    await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
    await page.getByRole('button', { name: 'Create Microsite' }).click()
    await page.getByRole('link', { name: 'Open microsite' }).click()
    await page.waitForURL(/\/microsite\//)
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const read = async () => micrositeSchema.parse(await callApi(page, 'GET', MICROSITE_PATHS.one(id)))
    await waitFor(async () => (await read()).status === 'active' && (await read()).video_ready, 'the page to be ready')
    const link = { microsite_id: id, expires_in_days: 7, with_video: true }
    const made = (await callApi(page, 'POST', '/api/create-shareable-link', link)) as { share_url: string }
    const shared = await recipient.newPage()
    await shared.goto(made.share_url)
    await expect(shared.locator('video')).toBeVisible()
    await expect(shared.getByText(EN.withheld)).toHaveCount(0)

    await writeFile(hold, '')
    const [, line] = (await read()).segments
    const spans = [{ start_ms: line?.start_ms, end_ms: line?.end_ms }]
    await callApi(page, 'POST', `${MICROSITE_PATHS.one(id)}/redactions`, { spans })
    await expect(shared.getByText(EN.withheld)).toBeVisible()
    await expect(shared.locator('video')).toHaveCount(0)
    await expectAccessibleOnDevices(shared, 'a page whose recording is being edited')
    await shared.evaluate(() => (document.body.dataset['opened'] = 'once'))
    await rm(hold)
    await expect(shared.locator('video')).toBeVisible()
    await expect(shared.getByText(EN.withheld)).toHaveCount(0)
    expect(await shared.evaluate(() => document.body.dataset['opened']), 'it was not loaded again').toBe('once')
  } finally {
    await rm(hold, { force: true })
    await recipient.close()
    await server.stop()
  }
})
