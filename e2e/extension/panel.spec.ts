import { statSync } from 'node:fs'
import { copyFile, readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'

import { asksForVerdicts, startFakeOpenAi } from '../fakes/openai.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { storedVideos } from '../fixtures/stored-videos.ts'
import { expect, test } from '../fixtures/test.ts'

const WIDTHS = [320, 400, 600]

let server: RunningServer
let browser: ExtensionBrowser
let person: ApiClient
let panel: Page
test.beforeAll(async () => {
  server = await startServer({ DEFAULT_PLAN: 'free' })
  browser = await startExtensionBrowser()
})
test.afterAll(async () => {
  await browser.close()
  await server.stop()
})
test.beforeEach(async () => {
  person = await signUp(server.url)
  await browser.signIn(server.url, person)
  panel = await browser.open('sidepanel.html')
})
test.afterEach(() => browser.reset())

const choose = (path: string | { name: string; mimeType: string; buffer: Buffer }) =>
  panel.locator('input[type=file][accept^="video"]').setInputFiles(path)
const chooseCaptions = () => panel.locator('input[type=file][accept^=".vtt"]').setInputFiles(SAMPLE.captions)
const create = () => panel.getByRole('button', { name: 'Create Microsite' }).click()
/** A silent, black video of `seconds`. */
const blackVideo = (path: string, seconds: number) =>
  makeMedia(path, '-f', 'lavfi', '-i', `color=size=16x16:rate=1:duration=${seconds}`)

async function expectAccessibleAtAllWidths(what: string): Promise<void> {
  for (const width of WIDTHS) {
    await panel.setViewportSize({ width, height: 800 })
    await expectAccessible(panel, `${what} at ${width} px`)
  }
}

test("shows a chosen file with name, size and length, and refuses a file that isn't a video", async () => {
  await expectAccessibleAtAllWidths('the panel')
  await choose({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
  await expect(panel.getByText('Please choose a video file.')).toBeVisible()
  await expectAccessible(panel, 'a refused file')
  await choose(
    await blackVideo(
      test.info().outputPath('a very long name of a file that was recorded with some program or other.mp4'),
      660,
    ),
  )
  await expect(panel.getByText(/^\d\.\d MB · 11 minutes$/)).toBeVisible()
  await expect(panel.getByText('Long video - may take longer to process')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Create Microsite' })).toBeEnabled()
  await expectAccessibleAtAllWidths('a chosen file')
})

test('shows what the AI server will receive, and writes the recap in the chosen language', async () => {
  const entry = { text: 'Sie sprachen über den Preis.', lines: ['L1'] }
  const fake = await startFakeOpenAi({
    write: (call) => (asksForVerdicts(call) ? { verdicts: [] } : { title: 'Preisgespräch', summary: [entry] }),
  })
  const withAi = await startServer({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.baseUrl })
  await browser.signIn(withAi.url, await signUp(withAi.url))
  panel = await browser.open('sidepanel.html')
  await choose(SAMPLE.video)
  await chooseCaptions()
  await expect(panel.getByText(/^The recap uses about [\d,]+ tokens with gpt-4o-mini/)).toBeVisible()
  await panel.getByLabel('Recap language').selectOption('German')
  await expectAccessibleAtAllWidths('the form with the recap’s language')
  await create()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  expect(fake.chats.find((call) => !asksForVerdicts(call))?.messages[0]?.content).toContain('Write in German')
  await withAi.stop()
  await fake.close()
})

test('accepts a dropped file', async () => {
  const dataTransfer = await panel.evaluateHandle(
    (base64) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([Uint8Array.fromBase64(base64)], 'dropped.mp4', { type: 'video/mp4' }))
      return transfer
    },
    (await readFile(SAMPLE.video)).toString('base64'),
  )
  await panel.getByText('Drag and drop your recording here').dispatchEvent('drop', { dataTransfer })
  await expect(panel.getByText('dropped.mp4')).toBeVisible()
})

test('links to the plans when a video is too long for the free plan', async () => {
  await choose(await blackVideo(test.info().outputPath('long.mp4'), 1260))
  await expect(panel.getByRole('heading', { name: 'Video Too Long for Free Plan' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Create Microsite' })).toBeHidden()
  for (const link of await panel.getByRole('link', { name: /Upgrade Plan|Compare plans/ }).all())
    await expect(link).toHaveAttribute('href', `${server.url}/pricing`)
  await expectAccessibleAtAllWidths('a video that is too long')
  await panel.getByRole('button', { name: 'Choose another video' }).click()
  await expect(panel.getByRole('button', { name: 'Choose File' })).toBeVisible()
})

test('shows a used-up month before anything is sent', async () => {
  const captions = await readFile(SAMPLE.captions, 'utf8')
  for (const title of ['One', 'Two', 'Three']) await person.finished(await person.process({ title, captions }))
  await panel.reload()
  await expect(panel.getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', `${server.url}/pricing`)
  await choose(SAMPLE.video)
  await expect(panel.getByRole('button', { name: 'Create Microsite' })).toBeDisabled()
  await expectAccessibleAtAllWidths('a used up month')
})

test('shows a limit reached during the upload next to the upload', async () => {
  const captions = await readFile(SAMPLE.captions, 'utf8')
  await choose(SAMPLE.video)
  await chooseCaptions()
  for (const title of ['One', 'Two', 'Three']) await person.finished(await person.process({ title, captions }))
  await create()
  await expect(panel.getByRole('alert').getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await expect(panel.getByText('Stopped at 0%')).toBeVisible()
  await expectAccessibleAtAllWidths('a recording that waits for a larger plan')
  await panel.getByRole('button', { name: 'Resume upload', exact: true }).click()
  await expect(panel.getByRole('alert').getByText("You've used 3 of 3 microsites this month.")).toBeVisible()
  await panel.getByRole('button', { name: 'Discard' }).click()
  await expect(panel.getByText('Stopped at 0%')).toBeHidden()
})

test('shows each step of a recording until it is ready, with a working link @core', async () => {
  await choose(SAMPLE.video)
  // A recording's card above the form has a field of that name too.
  const form = panel.locator('form').filter({ has: panel.getByLabel('Description') })
  await form.getByLabel('Meeting Title').fill('Kick-off with Acme')
  await panel.getByLabel('Description').fill('What we agreed on')
  await chooseCaptions()
  await create()
  await expect(panel.locator('[aria-current=step]')).toBeVisible()
  await expect(panel.getByRole('progressbar', { name: 'Overall progress' })).toBeVisible()
  await expectAccessible(panel, 'the steps')
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
  const address = `${server.url}/microsite/${microsites[0]?.id}`
  await expect(panel.getByRole('link', { name: 'Kick-off with Acme', exact: true })).toHaveAttribute('href', address)
  await expect(panel.getByRole('link', { name: 'Review before sharing' }), 'which prevents no sharing').toHaveAttribute(
    'href',
    `${address}?look`,
  )
  await browser.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy link to Kick-off with Acme' }).click()
  const link = await panel.evaluate(() => navigator.clipboard.readText())
  await expectAccessibleAtAllWidths('a ready microsite')
  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Kick-off with Acme' })).toBeVisible()
  await expect(visitor.getByText('What we agreed on')).toBeVisible()
  // A page that only loads counts no reader.
  await visitor.mouse.wheel(0, 200)
  const links = `${SHARE_PATHS.list}?microsite_id=${microsites[0]?.id}`
  await expect
    .poll(async () => linkListSchema.parse(await (await person.get(links)).json()).links[0]?.view_count)
    .toBe(1)
  await visitor.close()
  // A side panel stays in view; its page in a tab is hidden behind the visitor's and reads nothing.
  await panel.bringToFront()
  await expect(panel.getByText(/^Opened once, /)).toBeVisible()
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeHidden()
})

test('shows why the server refused an upload, and can be dismissed', async () => {
  await choose({
    name: 'notes.mp4',
    mimeType: 'video/mp4',
    buffer: Buffer.from(`RIFF${'This is a text.'.repeat(1000)}`),
  })
  await create()
  await expect(panel.getByText('Processing Error')).toBeVisible()
  await expect(panel.getByRole('alert').getByText('Please choose a video file.')).toBeVisible()
  await expectAccessibleAtAllWidths('a refused upload')
  await panel.getByRole('button', { name: 'Dismiss' }).click()
  await expect(panel.getByText('Processing Error')).toBeHidden()
})

test('shows why a microsite failed, and a retry completes it', async () => {
  const cut = (await readFile(SAMPLE.video)).subarray(0, 20_000)
  await choose({ name: 'cut.mp4', mimeType: 'video/mp4', buffer: cut })
  await chooseCaptions()
  await create()
  await expect(panel.getByText('Processing Error')).toBeVisible()
  await expect(panel.getByRole('link', { name: 'Choose another file' })).toBeVisible()
  await expect(panel.getByText('Your recording is saved.')).toBeHidden()
  await expectAccessibleAtAllWidths('a failed microsite')
  const path = (await storedVideos(server)).find((stored) => statSync(stored).size === cut.length)
  await copyFile(SAMPLE.video, path ?? '')
  await panel.getByRole('button', { name: 'Retry Processing' }).click()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
})

test('resumes an upload when the server is back', async () => {
  await server.kill()
  await choose(SAMPLE.video)
  await chooseCaptions()
  await create()
  await expect(panel.getByText('0.0 MB of 2.5 MB uploaded')).toBeVisible()
  await server.start()
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
})
