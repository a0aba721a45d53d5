import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../../fixtures/client.ts'
import { SAMPLE } from '../../fixtures/media.ts'
import { makePaddedVideo, sha256 } from '../../fixtures/padded-video.ts'
import { startServer, type RunningServer } from '../../fixtures/server.ts'
import { storedVideos } from '../../fixtures/stored-videos.ts'
import { expect, test } from '../../fixtures/test.ts'
import { IDLE_MS, startFirefox, type Firefox } from './firefox.ts'
import type { FirefoxPage } from './firefox-page.ts'

/** A name of this machine that browsers don't treat like `localhost`. */
const NETWORK_NAME = 'callfolio.internal'

let work: string
let server: RunningServer
let firefox: Firefox
let person: ApiClient

test.beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-firefox-upload-'))
  server = await startServer({ ALLOWED_HOSTS: NETWORK_NAME })
  person = await signUp(server.url)
  firefox = await startFirefox({ 'network.dns.localDomains': NETWORK_NAME })
  await firefox.install(server.url)
})
test.afterEach(async () => {
  await firefox.close()
  await server.stop()
  await rm(work, { recursive: true })
})

/** Signs in where the extension shows its first view. */
async function signIn(page: FirefoxPage): Promise<void> {
  await page.type('[name=email]', person.email)
  await page.type('[name=password]', person.password)
  await page.click('Sign in')
  await expect.poll(() => page.text()).toContain('Upload a recording')
}

/** Chooses a video with its captions in the sidebar's page, and sends it. */
async function send(sidebar: FirefoxPage, path: string): Promise<void> {
  await sidebar.choose('input[type=file][accept^="video"]', path)
  await sidebar.choose('input[type=file][accept^=".vtt"]', SAMPLE.captions)
  await expect.poll(() => sidebar.text()).toContain('WebVTT captions')
  await sidebar.click('Create Microsite')
}

async function microsites() {
  return micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json()).microsites
}

test('signs in, uploads a video and copies the link to its page', async () => {
  const popup = await firefox.open('popup.html')
  await expect.poll(() => popup.text()).toContain('Welcome Back')
  await signIn(popup)
  await popup.close()

  const sidebar = await firefox.open('sidepanel.html')
  await send(sidebar, SAMPLE.video)
  await expect.poll(() => sidebar.text()).toContain('Your Microsite is Ready!')
  const [made] = await microsites()
  expect(made?.status).toBe('active')

  await sidebar.click(`Copy link to ${made?.title}`)
  await expect.poll(() => sidebar.text()).toContain('Link copied')
  const link = await sidebar.evaluate<string>('navigator.clipboard.readText()')
  const shared = await firefox.open(link)
  await expect.poll(() => shared.text()).toContain(made?.title)
})

test('finishes an upload after its window closed and the server was away for longer than an idle background lives', async () => {
  const video = await makePaddedVideo(join(work, 'long call.mp4'), 200)
  const sidebar = await firefox.open('sidepanel.html')
  await signIn(sidebar)
  await send(sidebar, video)
  await expect.poll(() => sidebar.text()).toMatch(/of 20\d MB uploaded/)
  await sidebar.close()
  await server.kill()
  // Firefox gives no sign of an unloaded background.
  await setTimeout(1.5 * IDLE_MS)
  await server.start()

  await expect.poll(async () => (await microsites()).map(({ status }) => status)).toEqual(['active'])
  expect(await Promise.all((await storedVideos(server)).map(sha256))).toEqual([await sha256(video)])
})

test('connects to a server in the network that has no certificate', async () => {
  const options = await firefox.open('options.html')
  await options.type('#address', server.url.replace('localhost', NETWORK_NAME))
  await options.click('Save')
  await expect.poll(() => options.text()).toContain('Saved. The server is ready.')
})
