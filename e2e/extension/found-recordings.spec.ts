import { readFile } from 'node:fs/promises'
import { micrositeListSchema, MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

let server: RunningServer
let browser: ExtensionBrowser
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer()
  browser = await startExtensionBrowser()
  person = await signUp(server.url)
  await browser.signIn(server.url, person)
})
test.afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Ten files as Zoom, Teams and OBS leave them, among others, by their paths. */
async function makeFiles(): Promise<Record<string, string>> {
  const path = await makeMedia(test.info().outputPath('short.mp4'), '-i', SAMPLE.video, '-t', '20')
  const video = (await readFile(path)).toString('base64')
  const captions = (await readFile(SAMPLE.captions)).toString('base64')
  const other = Buffer.from('something else').toString('base64')
  return {
    '2026-11-26 10.00.00 Acme weekly/video1234567890.mp4': video,
    '2026-11-26 10.00.00 Acme weekly/audio_only.m4a': other,
    '2026-11-26 10.00.00 Acme weekly/closed_caption.vtt': captions,
    'GMT20261125-093000_Recording_1920x1080.mp4': video,
    'GMT20261125-093000_Recording.transcript.vtt': captions,
    'GMT20261125-093000_RecordingnewChat.txt': other,
    'Pilot review-20261124_140500-Meeting Recording.mp4': video,
    '2026-11-23 09-00-00.mp4': video,
    'holiday on the beach.mp4': video,
    'notes.txt': other,
  }
}

test('a watched folder offers its recordings with their captions, until they are uploaded or dismissed', async () => {
  const panel = await browser.open('sidepanel.html')
  const files = await makeFiles()
  // The browser's own dialog can't be driven: this folder is as real as a chosen one.
  await panel.evaluate(async (contents) => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('Zoom', { create: true })
    for (const [path, base64] of Object.entries(contents)) {
      const names = path.split('/')
      let folder = root
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name, { create: true })
      const file = await (await folder.getFileHandle(names.at(-1) ?? '', { create: true })).createWritable()
      await file.write(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)))
      await file.close()
    }
    Object.assign(window, { showDirectoryPicker: async () => root })
  }, files)

  await panel.getByRole('button', { name: 'Watch a folder' }).click()
  const found = panel.getByRole('region', { name: 'New in Zoom' })
  await expect(found.getByRole('listitem')).toHaveCount(4)
  const item = (name: string) => found.getByRole('listitem').filter({ hasText: name })
  await expect(item('Acme weekly').getByText('Captions')).toBeVisible()
  await expect(item('GMT20261125').getByText('Captions')).toBeVisible()
  await expect(item('Pilot review').getByText('20 s')).toBeVisible()
  await expect(found.getByText('Captions')).toHaveCount(2)
  for (const width of [320, 400]) {
    await panel.setViewportSize({ width, height: 800 })
    await expectAccessible(panel, `found recordings at ${width} px`)
  }

  await found.getByRole('button', { name: 'Dismiss Pilot review' }).click()
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await found.getByRole('button', { name: 'Upload Acme weekly' }).click()
  await panel.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(found.getByRole('listitem')).toHaveCount(2)
  await expect
    .poll(async () => {
      const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
      return microsites.map(({ status }) => status)
    })
    .toEqual(['active'])

  // Another window knows the folder too, and what was handled.
  const other = await browser.open('sidepanel.html')
  await expect(other.getByRole('region', { name: 'New in Zoom' }).getByRole('listitem')).toHaveCount(2)
  const popup = await browser.open('popup.html')
  await expect(popup.getByText('2 new recordings in Zoom')).toBeVisible()
  await other.getByRole('button', { name: 'Stop watching' }).click()
  await expect(other.getByRole('button', { name: 'Watch a folder' })).toBeVisible()
})
