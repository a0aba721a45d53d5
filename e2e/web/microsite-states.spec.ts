import type { Page } from 'playwright/test'
import { MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { addMicrosites } from '../fixtures/api.ts'
import { DEVICES, expectAccessibleOnDevices } from '../fixtures/axe.ts'
import { signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

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

/** Creates a microsite without a video, and opens its page with responses overridden by `state`. */
async function open(page: Page, state: () => Partial<Microsite>): Promise<void> {
  await signUpBeforehand(page, server.url)
  const [id = ''] = await addMicrosites(page, ['Acme call'])
  await page.route(`**${MICROSITE_PATHS.one(id)}`, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...((await reply.json()) as object), ...state() } })
  })
  await page.goto(`${server.url}/microsite/${id}`)
}

test('axe finds nothing while a microsite is created, nor after a failure', async ({ page }) => {
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

test('a renewed video link continues at the viewer’s position', async ({ page }) => {
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
