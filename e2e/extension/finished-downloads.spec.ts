import { cp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp } from '../fixtures/client.ts'
import { BUILT_EXTENSION, startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const RECORDING = 'Pilot review-20261124_140500-Meeting Recording.mp4'
const IN_FOLDER = 'GMT20261125-093000_Recording_1920x1080.mp4'

let server: RunningServer
let browser: ExtensionBrowser
let meetings: Server
let video: Buffer
test.beforeAll(async () => {
  const info = test.info()
  server = await startServer()
  const path = await makeMedia(info.outputPath('short.mp4'), '-i', SAMPLE.video, '-t', '20')
  video = await readFile(path)
  meetings = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1))
    if (name === '') return response.end('<title>Recordings</title>')
    return response.setHeader('content-disposition', `attachment; filename="${name}"`).end(video)
  })
  await new Promise<void>((resolve) => meetings.listen(0, '127.0.0.1', resolve))
  // The browser's own question about the permission can't be answered from here.
  const extension = info.outputPath('extension')
  await cp(BUILT_EXTENSION, extension, { recursive: true })
  const manifest = JSON.parse(await readFile(join(extension, 'manifest.json'), 'utf8')) as { permissions: string[] }
  const { optional_permissions, ...rest } = { optional_permissions: [], ...manifest }
  expect(optional_permissions).toEqual(['downloads'])
  rest.permissions.push('downloads')
  await writeFile(join(extension, 'manifest.json'), JSON.stringify(rest))
  browser = await startExtensionBrowser({ extension })
  await browser.signIn(server.url, await signUp(server.url))
  // By default the test's browser gives downloads other names.
  const session = await browser.context().browser()!.newBrowserCDPSession()
  await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: info.outputPath('downloads') })
})
test.afterAll(async () => {
  await browser.close()
  meetings.close()
  await server.stop()
})

test('offers recordings that finish downloading, until they are uploaded or dismissed', async () => {
  const address = `http://127.0.0.1:${(meetings.address() as AddressInfo).port}/`
  const page = await browser.newPage()
  await page.goto(address)
  const download = (name: string) => page.evaluate((url) => location.assign(url), address + encodeURIComponent(name))

  const options = await browser.open('options.html')
  const offers = options.getByRole('switch', { name: 'Offer to upload downloaded recordings' })
  await expect(offers).not.toBeChecked()
  await offers.click()
  await expect(offers).toBeChecked()
  await expectAccessible(options, 'the options')

  await download('holiday on the beach.mp4')
  await download(RECORDING)
  await expect.poll(() => browser.badge()).toBe('1')
  const notified = () =>
    options.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: { notifications: { getAll(): Promise<object> } } }
      return Object.keys(await chrome.notifications.getAll())
    })
  await expect.poll(notified).toEqual([`chrome-extension://${browser.id()}/sidepanel.html#downloads`])

  const popup = await browser.open('popup.html')
  await expect(popup.getByText('1 downloaded recording')).toBeVisible()
  await expect.poll(() => browser.badge()).toBe('')
  const panel = await browser.open('sidepanel.html#downloads')
  const found = panel.getByRole('region', { name: 'New in your downloads' })
  await expect(found).toBeFocused()
  await expect(found.getByRole('listitem')).toHaveText([/^Pilot review-20261124_140500/])
  for (const width of [320, 400]) {
    await panel.setViewportSize({ width, height: 800 })
    await expectAccessible(panel, `finished downloads at ${width} px`)
  }

  // The browser's own dialogs can't be driven: these files are as real as chosen ones.
  await panel.evaluate(
    async ({ base64, names }) => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('Zoom', { create: true })
      for (const name of names) {
        const file = await (await folder.getFileHandle(name, { create: true })).createWritable()
        await file.write(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))
        await file.close()
      }
      Object.assign(window, {
        showDirectoryPicker: async () => folder,
        showOpenFilePicker: async ({ startIn }: { startIn?: string }) =>
          startIn === 'downloads' ? [await folder.getFileHandle(names[0] ?? '')] : [],
      })
    },
    { base64: video.toString('base64'), names: [RECORDING, IN_FOLDER] },
  )
  await found.getByRole('button', { name: `Choose ${RECORDING}` }).click()
  await panel.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(panel.getByRole('link', { name: 'Pilot review', exact: true })).toBeVisible()
  await expect(found).toBeHidden()

  // From the watched folder it is taken without another choice.
  await download(IN_FOLDER)
  await expect(found.getByRole('listitem')).toHaveText([/^GMT20261125/])
  await panel.getByRole('button', { name: 'Watch a folder' }).click()
  const inFolder = panel.getByRole('region', { name: 'New in Zoom' })
  await expect(inFolder.getByRole('button', { name: 'Upload GMT20261125-093000_Recording_1920x1080' })).toBeVisible()
  await expect(found).toBeHidden()
  await panel.getByRole('button', { name: 'Stop watching' }).click()
  await found.getByRole('button', { name: `Dismiss ${IN_FOLDER}` }).click()
  await expect(found).toBeHidden()

  await offers.click()
  await expect(offers).not.toBeChecked()
})
