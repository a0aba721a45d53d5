import { readFile } from 'node:fs/promises'
import { chromium, type Page } from 'playwright/test'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { STEPS } from '@callfolio/shared/progress/steps.ts'
import { CHROMIUM_OPTIONS } from '../fixtures/browser.ts'
import { SAMPLE } from '../fixtures/media.ts'
import { signUpByForm, signUpInBrowser, getToken } from '../fixtures/person.ts'
import type { RunningServer } from '../fixtures/server.ts'
import { wordErrorRate } from '@callfolio/shared/transcript/word-error-rate.ts'
import { expect, test as pages } from '../fixtures/test.ts'

const test = pages.extend({
  // In full Chromium.
  page: async ({ contextOptions }, use) => {
    const browser = await chromium.launch(CHROMIUM_OPTIONS)
    await use(await browser.newPage(contextOptions))
    await browser.close()
  },
})

let server: RunningServer
test.beforeAll(({ premiumServer }) => {
  server = premiumServer
})

/** Reads over the API what the page at /microsite/{id} shows. */
async function shown(page: Page): Promise<Microsite> {
  const id = /\/microsite\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  const reply = await fetch(server.url + MICROSITE_PATHS.one(id), {
    headers: { authorization: `Bearer ${await getToken(page)}` },
  })
  return micrositeSchema.parse(await reply.json())
}

async function upload(page: Page, captions: boolean): Promise<Microsite> {
  await page.getByRole('link', { name: 'Upload meeting' }).click()
  await expect(page.getByText('Supports MP4, MOV, AVI, and other video formats (Max 2GB)')).toBeVisible()
  await page.locator('input[type=file][accept^="video"]').setInputFiles(SAMPLE.video)
  if (captions) await page.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
  await page.getByLabel(/Meeting Title/).fill('Discovery call')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  for (const step of STEPS) await expect(page.getByRole('listitem').filter({ hasText: step })).toBeVisible()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await page.getByRole('link', { name: 'Open microsite' }).click()
  await expect(page).toHaveURL(/\/microsite\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Discovery call' })).toBeVisible()
  return shown(page)
}

// A busy machine transcribes slowly.

test('a recording without captions becomes a draft transcript with a word error rate of at most 0.25', async ({
  page,
}) => {
  await signUpByForm(page, server.url)
  const site = await upload(page, false)
  expect(site.transcript_info).toMatchObject({ source: 'sphinx', draft: true })
  await expect(page.getByText(site.transcript_info?.notice ?? 'no notice')).toBeVisible()
  const heard = site.segments.map((segment) => segment.text).join(' ')
  expect(wordErrorRate(await readFile(SAMPLE.words, 'utf8'), heard)).toBeLessThanOrEqual(0.25)
})

test('a recording with captions has an exact transcript, and every item opens its line @core', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  const site = await upload(page, true)
  const heard = site.segments.map((segment) => segment.text).join(' ')
  expect(wordErrorRate(await readFile(SAMPLE.words, 'utf8'), heard)).toBe(0)
  expect(site.gpt_quotes?.length).toBeGreaterThan(0)

  const video = page.locator('video')
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThanOrEqual(1)
  const time = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const quote = site.gpt_quotes?.find((entry) => typeof entry !== 'string' && (entry.start_ms ?? 0) > 5000)
  if (!quote || typeof quote === 'string') throw new Error('no quote with a moment')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: /^Add all / }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page
    .getByRole('region', { name: 'Quotes' })
    .getByRole('figure')
    .filter({ hasText: quote.text })
    .getByRole('button', { name: /^Play / })
    .click()
  await expect.poll(time).toBeGreaterThanOrEqual((quote.start_ms ?? 0) / 1000 - 0.5)
  expect(await time()).toBeLessThan((quote.end_ms ?? 0) / 1000 + 3)

  await page.getByRole('button', { name: 'View Timeline' }).click()
  const line = site.segments.at(-3)
  if (!line) throw new Error('no lines')
  const shownLine = page.getByRole('button').filter({ hasText: line.text }).first()
  await shownLine.click()
  await expect.poll(time).toBeGreaterThanOrEqual(line.start_ms / 1000 - 0.5)
  await expect(shownLine, 'the current line follows the video').toHaveAttribute('aria-current', 'true')
})

test('a new user without a recording sees a microsite of the sample call within a minute @core', async ({ page }) => {
  await signUpInBrowser(page, server.url)
  await page.getByRole('button', { name: 'Try it with a sample call' }).click()
  await expect(page.getByRole('heading', { name: 'Todo List' })).toBeVisible()
  await expect(page.getByText(/the security report by Friday/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page.getByRole('link', { name: /Sample call/ }).first()).toBeVisible()
  await expect(page.getByText('0/100'), 'the sample is free').toBeVisible()
})
