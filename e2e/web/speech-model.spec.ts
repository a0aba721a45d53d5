import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { installActivityModel, installWhisper } from '../../server/src/sherpa/speech-test-models.testing.ts'
import { startMirror, type Mirror } from '../../server/src/speech-models/mirror.testing.ts'
import { callApi } from '../fixtures/api.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { signUp } from '../fixtures/client.ts'
import { signInInBrowser, signUpInBrowser } from '../fixtures/person.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

/** A mirror serves untrained models in the published formats. */

let folder: string
let clip: string
let mirror: Mirror
let server: RunningServer
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-model-'))
  clip = await makeMedia(join(folder, 'clip.mp4'), '-i', SAMPLE.video, '-t', '12', '-c', 'copy')
  const models = [await installActivityModel(folder), await installWhisper(folder)]
  const files: Record<string, Buffer> = {}
  for (const { id, files: parts } of models)
    for (const { name } of parts) files[`/${id}/${name}`] = await readFile(join(folder, id, name))
  mirror = await startMirror(files)
  const list = join(folder, 'models.json')
  await writeFile(list, JSON.stringify(models.map((model) => ({ ...model, home: `${mirror.url}/${model.id}/` }))))
  server = await startServer({ MODELS: 'offer', MODELS_LIST: list, ANALYST: 'extractive' })
})
test.afterAll(async () => {
  await server.stop()
  await mirror.close()
  await rm(folder, { recursive: true })
})

const main = (page: Page) => page.getByRole('main')
const filesAsked = () => mirror.asked.map(({ path, range }) => `${path} ${range === undefined ? 'whole' : 'the rest'}`)

test('the first account fetches the speech model with one click, and drafts are redone despite a kill', async ({
  page,
  browser,
}) => {
  await signUpInBrowser(page, server.url)
  const offer = main(page).getByRole('note').filter({ hasText: 'Get accurate transcripts' })
  await expect(offer).toContainText('runs on this server')
  await expectAccessible(page, 'the offer of a speech model')
  expect(mirror.asked, 'nothing is asked for before the click').toEqual([])

  const colleague = await signUp(server.url)
  const older: string[] = []
  for (const title of ['First', 'Second'])
    older.push(await colleague.process({ video_url: await colleague.upload(clip), title }))
  for (const id of older) expect((await colleague.finished(id)).transcript_info?.draft).toBe(true)

  const visitor = await browser.newPage()
  await signUpInBrowser(visitor, server.url)
  await visitor.getByRole('tab', { name: 'Settings' }).click()
  await expect(visitor.getByRole('heading', { name: 'Branding' })).toBeVisible()
  await expect(visitor.getByText('Get accurate transcripts'), 'another account is not asked').toBeHidden()
  await expect(visitor.getByRole('heading', { name: 'Engines' })).toBeHidden()
  await visitor.close()

  mirror.faults.push('stall')
  await offer.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('region', { name: 'Speech model' })).toContainText('Downloading the speech model')

  await page.goto(`${server.url}/upload`)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(clip)
  await expect(page.getByText('you get a rough draft transcript')).toBeVisible()
  const choice = page.getByRole('group', { name: /^The speech model is downloading/ })
  await choice.getByText('Start with a draft now').click()
  await expectAccessible(page, 'the choice before an upload')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await page.getByRole('link', { name: 'Open microsite' }).click()
  await page.waitForURL('**/microsite/*')
  await expect(main(page)).toContainText('We’ll transcribe it again when the speech model is ready.')
  const id = page.url().split('/').at(-1) ?? ''
  await callApi(page, 'PATCH', `/api/microsites/${id}`, { summary: 'Written by hand.' })
  await page.reload()

  await page.getByRole('button', { name: 'Improve transcript' }).click()
  const dialog = page.getByRole('dialog', { name: 'Improve transcript' })
  await expect(dialog).toContainText('Downloading the speech model')
  await expectAccessible(page, 'the ways to a better transcript')
  await dialog.press('Escape')

  await page.getByRole('button', { name: 'Share' }).first().click()
  await expect(page.getByRole('dialog', { name: 'This transcript is a draft' })).toBeVisible()
  await page.getByRole('button', { name: 'Share draft' }).click()
  await expect(page.getByRole('dialog', { name: 'Share Microsite' })).toBeVisible()
  await page.getByRole('dialog').press('Escape')

  await server.kill()
  await server.start()
  await waitFor(
    async () =>
      ((await callApi(page, 'GET', `/api/microsites/${id}`)) as { engines: { transcriber: string } | null }).engines
        ?.transcriber === 'sherpa',
    'the page to be transcribed again',
  )
  await page.reload()
  await expect(main(page)).toContainText('Replaced the draft when the speech model was ready.')
  await expect(main(page)).toContainText('Written by hand.')
  await expect(page.getByRole('button', { name: 'Improve transcript' })).toBeHidden()
  const [activity = '', ...others] = [...new Set(mirror.asked.map(({ path }) => path))]
  expect(filesAsked(), 'no byte is asked for twice').toEqual([
    `${activity} whole`,
    `${activity} the rest`,
    ...others.map((path) => `${path} whole`),
  ])
  const { microsites } = (await callApi(page, 'GET', '/api/microsites')) as { microsites: unknown[] }
  expect(microsites).toHaveLength(1)

  await page.goto(`${server.url}/dashboard`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  const engines = page.getByRole('region', { name: 'Engines' })
  await expect(engines).toContainText('The speech model. Nothing leaves this server.')
  await engines.getByRole('button', { name: 'Test transcription' }).click()
  await expect(engines).toContainText('of words were wrong')
  await expectAccessible(page, 'the engines')

  await test.step('earlier drafts are transcribed again by one click, one by one or all', async () => {
    const dashboard = await browser.newPage()
    await signInInBrowser(dashboard, server.url, { name: 'Ann Example', ...colleague })
    await expect(main(dashboard)).toContainText(
      '2 of your microsites have draft transcripts from before the speech model was installed.',
    )
    await expect(dashboard.getByRole('button', { name: 'Transcribe all again' })).toBeVisible()
    await dashboard.goto(`${server.url}/microsite/${older[0]}`)
    await dashboard.getByRole('button', { name: 'Transcribe it again' }).click()
    await expect(main(dashboard)).toContainText('Transcribed by a speech model on this server.')
    await dashboard.goto(`${server.url}/dashboard`)
    const offer = main(dashboard).getByRole('note').filter({ hasText: 'One of your microsites has a draft transcript' })
    await expectAccessible(dashboard, 'the offer to transcribe drafts again')
    await offer.getByRole('button', { name: 'Transcribe it again' }).click()
    await expect(offer).toBeHidden()
    const source = async () => (await colleague.finished(older[1] ?? '')).transcript_info?.source
    await expect.poll(source).toBe('sherpa')
    await dashboard.close()
  })
})
