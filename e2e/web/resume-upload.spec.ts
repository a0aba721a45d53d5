import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright/test'
import { makeMedia, testTone } from '../fixtures/media.ts'
import { signInInBrowser, signUpBeforehand, signUpInBrowser } from '../fixtures/person.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'

const SLOW_BYTES_PER_SECOND = 1_500_000

let server: RunningServer
let work: string
let file: string

test.beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'callfolio-resume-'))
  server = await startServer()
  file = await makeMedia(
    join(work, 'long call.mp4'),
    '-f',
    'lavfi',
    '-i',
    'color=gray:s=640x360:r=10:d=15,noise=alls=100:allf=t',
    ...testTone(15),
    '-shortest',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-crf',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-movflags',
    '+faststart',
  )
})
test.afterAll(async () => {
  await server.stop()
  await rm(work, { recursive: true, force: true })
})

/** Throttles the page's uploads, or removes the limit. */
async function throttle(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
  return () => session.detach()
}

/** Begins a slow upload and waits until some of it has arrived. @returns a function that removes the limit. */
async function beginUpload(page: Page): Promise<() => Promise<void>> {
  await page.goto(`${server.url}/upload`)
  const lift = await throttle(page, SLOW_BYTES_PER_SECOND)
  await page.locator('input[type=file][accept^="video"]').setInputFiles(file)
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await waitFor(async () => (await arrivedBytes()) > 2_000_000, 'some bytes to arrive')
  return lift
}

/** Bytes of the newest upload in the server's folder. */
async function arrivedBytes(): Promise<number> {
  const bucket = join(server.dataDir, 'uservideos')
  const paths = await readdir(bucket, { recursive: true }).catch(() => [])
  const sizes = await Promise.all(
    paths
      .filter((path) => /meetings\/.*\.mp4$/.test(path))
      .map(async (path) => (await readFile(join(bucket, path))).length),
  )
  return sizes.at(-1) ?? 0
}

/** Selects the same file where the page asks for it, and waits for the microsite. */
async function continueUpload(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard`)
  const offer = page.getByText(/Choose the same file to resume at \d+%/)
  await expect(offer).toBeVisible()
  const percent = Number(/(\d+)%/.exec((await offer.textContent()) ?? '')?.[1])
  expect(percent).toBeGreaterThan(0)
  expect(percent).toBeLessThan(100)
  await page.locator('input[type=file][aria-label="The file long call.mp4"]').setInputFiles(file)
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
}

/** Exactly one complete upload, byte for byte. */
async function expectOneIdenticalUpload(): Promise<void> {
  const bucket = join(server.dataDir, 'uservideos')
  const paths = (await readdir(bucket, { recursive: true })).filter((path) => /meetings\/.*\.mp4$/.test(path))
  const hash = async (path: string) =>
    createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  expect(await Promise.all(paths.map((path) => hash(join(bucket, path))))).toEqual([await hash(file)])
  await rm(bucket, { recursive: true })
}

test('a paused upload continues in the same tab without selecting its file again', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  const lift = await beginUpload(page)
  await page.getByRole('button', { name: 'Pause upload' }).click()
  await expect(page.getByText(/^Stopped at \d+%$/)).toBeVisible()
  await expect(page.getByText('Unfinished uploads are deleted after 7 days.')).toBeVisible()
  await lift()
  await page.getByRole('button', { name: 'Resume upload', exact: true }).click()
  await expect(page.getByText('Your Microsite is Ready!')).toBeVisible()
  await expectOneIdenticalUpload()
})

test('after a reload an upload continues where it stopped', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await beginUpload(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/dashboard`)
  await continueUpload(page)
  await expectOneIdenticalUpload()
})

test('after a browser kill an upload continues where it stopped @core', async ({ launchOptions }) => {
  const profile = join(work, 'profile')
  const open = (): Promise<BrowserContext> => chromium.launchPersistentContext(profile, launchOptions)
  const context = await open()
  const page = context.pages()[0] ?? (await context.newPage())
  const person = await signUpInBrowser(page, server.url)
  await beginUpload(page)
  const browser = await context.browser()?.newBrowserCDPSession()
  const { processInfo } = (await browser?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] }
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('the browser’s process is not known')
  process.kill(main.id, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 500))

  const again = await open()
  const reopened = again.pages()[0] ?? (await again.newPage())
  // A browser killed seconds after a sign-in may have lost the session.
  await signInInBrowser(reopened, server.url, person)
  await continueUpload(reopened)
  await expectOneIdenticalUpload()
  await again.close()
})

test('refuses a file other than the interrupted one', async ({ page }) => {
  await signUpBeforehand(page, server.url)
  await beginUpload(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`${server.url}/dashboard`)
  await expect(page.getByText(/Choose the same file/)).toBeVisible()
  const other = await makeMedia(join(work, 'other.mp4'), ...testTone(1), '-c:a', 'aac')
  await page.locator('input[type=file][aria-label="The file long call.mp4"]').setInputFiles(other)
  await expect(page.getByText('This isn’t the same file. Choose long call.mp4.')).toBeVisible()
})
