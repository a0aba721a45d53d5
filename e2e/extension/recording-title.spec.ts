import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { sampleClip } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { startRecording } from './recordings.ts'

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

const titles = async () =>
  micrositeListSchema
    .parse(await (await person.get(MICROSITE_PATHS.list)).json())
    .microsites.map(({ title, awaiting = false }) => ({ title, awaiting }))

test('a recording gets the title typed last before, during or after it, even while the server was down', async () => {
  const browser = await startExtensionBrowser()
  await browser.signIn(server.url, person)
  const call = await openCallPage(browser, await sampleClip(test.info().outputPath('clip.mp4'), 20))
  const popup = await startRecording(browser, call.page, { title: 'Typed before' })
  await call.play()
  await popup.recordedFor(2)
  await expect.poll(titles).toEqual([{ title: 'Typed before', awaiting: true }])

  const panel = await browser.open('sidepanel.html')
  const rename = async (region: string, title: string) => {
    const card = panel.getByRole('region', { name: region, exact: true })
    await card.getByRole('button', { name: 'Change the title' }).click()
    await card.getByLabel('Meeting Title').fill(title)
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByTitle(title, { exact: true })).toBeVisible()
  }
  await rename('Recording', 'Typed during it')
  await expect.poll(titles).toEqual([{ title: 'Typed during it', awaiting: true }])

  await server.kill()
  await panel.getByRole('button', { name: 'Stop and upload' }).click()
  await rename('Saved recordings', 'Typed while the server was away')
  await server.start()
  await expect.poll(titles).toEqual([{ title: 'Typed while the server was away', awaiting: false }])
  await expect(panel.getByText('Your Microsite is Ready!').first()).toBeVisible()
  await browser.close()
})
