import { join } from 'node:path'
import { FAILED_JOBS_PATHS, failedJobsSchema } from '@callfolio/shared/contract/failed-jobs.ts'
import { startFakeOpenAi, type FakeOpenAi } from '../fakes/openai.ts'
import { callApi } from '../fixtures/api.ts'
import { expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUp } from '../fixtures/client.ts'
import { sampleClip } from '../fixtures/media.ts'
import { signUpInBrowser } from '../fixtures/person.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** A possible answer of an AI server that only the call's owner may read. */
const SAID = 'Our budget is a secret'

let server: RunningServer
let fake: FakeOpenAi
test.beforeAll(async () => {
  fake = await startFakeOpenAi({ transcribe: () => ({ text: `${SAID}.` }) })
  server = await startServer({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: fake.baseUrl,
    TRANSCRIBER: 'openai',
    ANALYST: 'extractive',
  })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

test('the operator sees failed jobs and their reasons without call content, and retries one by keyboard', async ({
  page,
}, { outputDir }) => {
  await signUpInBrowser(page, server.url)
  const settings = page.getByRole('tab', { name: 'Settings' })
  const failed = page.getByRole('region', { name: 'Failed jobs' })
  await settings.click()
  await expect(failed).toContainText('No failed jobs.')

  const owner = await signUp(server.url)
  // Twice, for the request with word timestamps and the one without.
  fake.failNext({ status: 400, message: SAID }, { status: 400, message: SAID })
  const clip = await sampleClip(join(outputDir, 'clip.mp4'), 8)
  const id = await owner.process({ video_url: await owner.upload(clip), title: 'Confidential' })
  expect(await owner.finished(id)).toMatchObject({ status: 'failed', error_message: expect.stringContaining(SAID) })

  // The queue is updated after the owner is.
  const listed = async () => failedJobsSchema.parse(await callApi(page, 'GET', FAILED_JOBS_PATHS.list)).total
  await waitFor(async () => (await listed()) === 1, 'the failed job')

  const refusal = { error: { code: 'invalid_request', message: 'No.' } }
  await page.route(`**${FAILED_JOBS_PATHS.list}`, (route) => route.fulfill({ status: 400, json: refusal }))
  await page.goto(`${server.url}/dashboard`)
  await settings.click()
  await expect(failed.getByRole('alert')).toContainText('Failed to load jobs.')
  await page.unroute(`**${FAILED_JOBS_PATHS.list}`)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(failed.getByRole('listitem')).toHaveCount(1)
  await expect(failed).toContainText('The AI server refused the request.')
  await expect(failed).toContainText('Tried once, ')
  for (const secret of [SAID, 'Confidential', owner.email]) await expect(failed).not.toContainText(secret)
  await expectAccessibleOnDevices(page, 'a job that failed')

  await failed.getByRole('button', { name: `Retry Microsite, ${id}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Microsite: retry started.', { exact: true })).toBeVisible()
  await expect(failed).toContainText('No failed jobs.')
  await expect(failed.getByRole('group', { name: 'Failed jobs' })).toBeFocused()
  expect(await owner.finished(id)).toMatchObject({ status: 'active' })
})
