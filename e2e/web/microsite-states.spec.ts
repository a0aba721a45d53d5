import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites } from '../fixtures/api.ts'
import { DEVICES, expectAccessible, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { expectOnlyAfter, runClock, stopClock } from '../fixtures/clock.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

const PLAYABLE: Partial<Microsite> = { video_url: 'u/derived/m/video.mp4', video_ready: true }
const SECTIONS = ['Summary', 'Transcript', 'Quotes', 'Action Points', 'Important Points', 'Todo List']
const EMPTY: Partial<Microsite> = {
  gpt_summary: null,
  gpt_summaries: null,
  transcript: null,
  segments: [],
  gpt_quotes: [],
  gpt_action_points: [],
  gpt_important_points: [],
  gpt_todo_list: [],
  summary_evidence: [],
}

/** Makes a microsite that was never a video, and opens its page as if it were as `state` says each time it is asked for. */
async function open(
  page: Page,
  state: () => Partial<Microsite> | Promise<Partial<Microsite>> = () => ({}),
): Promise<void> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.route(`**${MICROSITE_PATHS.one(id)}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...(await state()) } })
  })
  await page.goto(`${server.url}/microsite/${id}`)
}

/** The grey bars in a section whose text is still coming. */
const bars = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('.animate-breathe')
const recording = (page: Page) => page.getByRole('complementary', { name: 'Recording' })

test('the sections are in their order below title and video, the transcript in a box that scrolls', async ({
  page,
}) => {
  await open(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Acme call')
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText(SECTIONS)
  const box = page.getByRole('region', { name: 'Transcript text' })
  expect(
    await box.evaluate((element) => [
      getComputedStyle(element).overflowY,
      element.getBoundingClientRect().height <= 18 * 16,
    ]),
  ).toEqual(['auto', true])
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL(`${server.url}/dashboard`)
})

test('a recording whose consent reminder was confirmed says so, and when', async ({ page }) => {
  await open(page, () => ({ consent: { at: '2026-11-20T12:00:00.000Z' } }))
  await expect(page.getByText('Consent reminder confirmed on Nov 20, 2026')).toBeVisible()
})

test('loading and failing to load are reported, and can be tried again', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(`**${MICROSITE_PATHS.one('m')}`, async (route) => {
    await held
    await route.fulfill({ status: 400, json: { error: { code: 'invalid_request', message: 'No.' } } })
  })
  await page.goto(`${server.url}/microsite/m`)
  await expect(page.getByText('Loading microsite...')).toBeVisible()
  answer()
  await expect(page.getByText('Error loading microsite.')).toBeVisible()
  await page.unroute(`**${MICROSITE_PATHS.one('m')}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Microsite not found.')).toBeVisible()
})

test('without a recording there is no video, and a finished section that is empty says so', async ({ page }) => {
  await open(page, () => EMPTY)
  await expect(recording(page)).toContainText('No video available')
  await expect(page.getByText('No action points were found in this call.')).toBeVisible()
  for (const name of SECTIONS) await expect(bars(page, name)).toHaveCount(0)
})

test('while it is made a microsite shows its steps, skeleton bars and a video in preparation', async ({ page }) => {
  await open(page, () => ({
    ...EMPTY,
    status: 'processing',
    step: 1,
    progress: 0.1,
    video_url: 'u/meetings/u/1.avi',
    video_ready: false,
  }))
  await expect(page.getByRole('listitem').filter({ hasText: 'Extracting audio' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await expect(recording(page)).toContainText('Preparing video...')
  for (const name of SECTIONS) await expect(bars(page, name)).toBeVisible()
  await expect(page.getByText('No action points were found in this call.')).toBeHidden()
})

test('the job is asked about every three seconds', async ({ page }) => {
  let asks = 0
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.clock.install()
  await open(page, async () => {
    const ask = ++asks
    if (ask === 2) await held
    return { ...EMPTY, status: 'processing', step: 1, progress: 0.1, step_detail: `asked ${ask} times` }
  })
  await expect.poll(() => asks).toBe(2)
  await stopClock(page, (request) => request.url().includes(MICROSITE_PATHS.one('')))
  answer()
  await expect(page.getByText('asked 2 times')).toBeVisible()
  await expectOnlyAfter(page, 3000, () => expect(asks).toBe(2))
  await expect(page.getByText('asked 3 times')).toBeVisible()
})

test('a failed microsite shows its sentence with a retry', async ({ page }) => {
  await open(page, () => ({ ...EMPTY, status: 'failed', error_message: 'The file is damaged.' }))
  await expect(page.getByRole('heading', { name: 'Processing Error' })).toBeVisible()
  await expect(page.getByText('The file is damaged.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry Processing' })).toBeVisible()
})

test('what leads on from a failure is decided by its code, whatever its sentence says', async ({ page }) => {
  let failure = { code: 'too_long', retryable: true }
  await open(page, () => ({ ...EMPTY, status: 'failed', error_message: 'It could not be made.', failure }))
  const panel = page.getByRole('region', { name: 'Processing Error' })
  const retry = panel.getByRole('button', { name: 'Retry Processing' })
  const show = async (code: string, retryable = true) => {
    failure = { code, retryable }
    await page.reload()
    await expect(panel).toContainText('It could not be made.')
  }
  await expect(panel.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', '/pricing')
  await expect(retry).toBeVisible()
  await show('incomplete_file')
  await expect(panel.getByRole('link', { name: 'Choose another file' })).toHaveAttribute('href', '/upload')
  await expect(retry, 'a file can be restored').toBeVisible()
  await expectAccessible(page, 'a failure that leads to another file')
  await show('upload_gone', false)
  await expect(panel.getByRole('link', { name: 'Choose another file' })).toBeVisible()
  await expect(retry).toBeHidden()
  await expect(panel).not.toContainText('Your recording is kept.')
  await show('ai_key_refused')
  await expect(panel).toContainText('Tell whoever runs this server; a retry can work after that.')
  await show('code_of_a_newer_server')
  await expect(retry).toBeVisible()
  await show('code_of_a_newer_server', false)
  await expect(retry).toBeHidden()
  await expect(panel.getByRole('link')).toHaveText(['Go to Dashboard'])
})

test('a failed microsite claims nothing about a call that was never analysed: it shows only the sections it got to', async ({
  page,
}) => {
  await open(page, () => ({
    ...EMPTY,
    status: 'failed',
    error_message: 'The analysis broke off.',
    transcript: 'Good morning.',
  }))
  await expect(page.getByRole('heading', { name: 'Processing Error' })).toBeVisible()
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toHaveText([
    'Processing Error',
    'Transcript',
  ])
})

test('waiting that was given up is taken up again by Retry Processing, and the job is not touched', async ({
  page,
}) => {
  let asks = 0
  let retries = 0
  await page.route(`**${MICROSITE_PATHS.retry('*')}`, async (route) => {
    retries++
    await route.fulfill({ status: 204 })
  })
  await page.clock.install()
  await open(page, () => {
    asks++
    return { ...EMPTY, status: 'processing', step: 2, progress: 0.4 }
  })
  await expect(page.getByRole('progressbar', { name: 'Overall progress' })).toBeVisible()
  await stopClock(page)
  const panel = page.getByRole('region', { name: 'Processing Error' })
  while (!(await panel.isVisible())) await runClock(page, 3000)
  await expect(panel).toContainText('Microsite processing timed out. Please try refreshing the page in a minute.')
  expect(asks).toBeGreaterThanOrEqual(100)
  const before = asks
  await panel.getByRole('button', { name: 'Retry Processing' }).press('Enter')
  await page.clock.runFor(10)
  await expect(page.getByRole('listitem').filter({ hasText: 'Transcription' })).toHaveAttribute('aria-current', 'step')
  await expect.poll(() => asks).toBeGreaterThan(before)
  expect(retries).toBe(0)
})

test('axe finds nothing while a microsite is made, nor where that failed', async ({ page }) => {
  await page.setViewportSize(DEVICES[0][1])
  let state: Partial<Microsite> = {
    status: 'processing',
    step: 2,
    progress: 0.4,
    step_detail: 'transcribed 12 of 46 minutes',
    video_url: 'u/meetings/u/1.avi',
    video_ready: false,
  }
  await open(page, () => ({ ...EMPTY, ...state, title: 'W'.repeat(300), description: 'x'.repeat(400) }))
  await expect(page.getByText('transcribed 12 of 46 minutes')).toBeVisible()
  await expectAccessibleOnDevices(page, 'at work')
  state = { status: 'failed', error_message: 'The file is damaged.' }
  await expect(page.getByRole('heading', { name: 'Processing Error' })).toBeVisible()
  await expectAccessibleOnDevices(page, 'failed')
})

test('a video that will not play is asked for again twice, then said to have failed', async ({ page }) => {
  let links = 0
  await page.route('**/api/microsites/*/video', async (route) => {
    links++
    await route.fulfill({
      json: {
        signedUrl: `${server.url}/none-${links}.mp4`,
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
    })
  })
  await open(page, () => PLAYABLE)
  await expect(recording(page)).toContainText('Video failed to load after multiple attempts.')
  expect(links).toBe(3)
  await expect(recording(page).getByRole('button', { name: 'Retry' })).toBeHidden()
})

test('a link that can’t be made says why, with a Retry as long as one is left', async ({ page }) => {
  let answer: () => Promise<void> | void = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/microsites/*/video', async (route) => {
    await held
    await route.fulfill({ status: 400, json: { error: { code: 'invalid_request', message: 'No.' } } })
  })
  await open(page, () => PLAYABLE)
  await expect(recording(page)).toContainText('Loading video...')
  await answer()
  await expect(recording(page)).toContainText('Could not generate video link.')
  await page.unroute('**/api/microsites/*/video')
  await page.route('**/api/microsites/*/video', (route) => route.abort())
  await recording(page).getByRole('button', { name: 'Retry' }).click()
  await expect(recording(page)).toContainText('Error generating signed URL.')
})

test('a video link that is renewed goes on where the viewer was', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.clock.install()
  let links = 0
  await page.route('**/api/microsites/*/video', async (route) => {
    const reply = await route.fetch()
    const link = (await reply.json()) as { signedUrl: string }
    await route.fulfill({ json: { ...link, signedUrl: `${link.signedUrl}#${++links}` } })
  })
  await page.getByRole('button', { name: 'Try it with a sample call' }).click()
  const video = page.locator('video')
  await expect(video).toHaveAttribute('src', /#1$/)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1)
  await video.evaluate((element: HTMLVideoElement) => (element.currentTime = 30))
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.seeking)).toBe(false)
  await page.clock.fastForward(3_510_000)
  await expect(video).toHaveAttribute('src', /#2$/)
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBe(30)
})
