import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page, TestInfo } from 'playwright/test'
import { micrositeListSchema, MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { probeMedia, SAMPLE, sampleClip } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage, type CallPage } from './call-page.ts'
import { recorderPopup, startRecording, recordingFiles } from './recordings.ts'

/** A different seed kills the browser at a different second. */
const SEED = process.env.KILL_SEED ?? '1'

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

async function openCall(
  info: TestInfo,
  at = { server, person },
): Promise<{ browser: ExtensionBrowser; call: CallPage }> {
  const browser = await startExtensionBrowser()
  await browser.signIn(at.server.url, at.person)
  return {
    browser,
    call: await openCallPage(browser, await sampleClip(info.outputPath('clip.mp4'), 40)),
  }
}

const ids = async () =>
  micrositeListSchema
    .parse(await (await person.get(MICROSITE_PATHS.list)).json())
    // The recording creates its page at the start.
    .microsites.filter(({ awaiting }) => !awaiting)
    .map(({ id }) => id)

/** Waits for the new microsite and its video. */
async function newMicrosite(before: readonly string[]) {
  let found: string | undefined
  await waitFor(
    async () => (found = (await ids()).find((id) => !before.includes(id))) !== undefined,
    'the microsite of the recording',
  )
  const site = await person.finished(found ?? '')
  expect(site.status).toBe('active')
  const { signedUrl } = (await (await person.get(MICROSITE_PATHS.video(site.id))).json()) as { signedUrl: string }
  return { site, signedUrl }
}

/** The recording that the side panel offers. */
async function offered(browser: ExtensionBrowser): Promise<Page> {
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByRole('region', { name: 'Saved recordings' })).toContainText('Discovery call')
  return panel
}

test('a browser killed while recording loses at most two seconds or shows the loss, and uploads @core', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(4)
  await call.page.waitForTimeout(randomMs(SEED, 6000))
  const elapsed = await elapsedSeconds(browser)
  const readAt = performance.now()
  const killing = browser.kill()
  const recorded = elapsed + (performance.now() - readAt) / 1000
  await killing
  const before = await ids()
  await browser.start()
  const panel = await offered(browser)
  await expect(panel.getByText('The browser closed during this recording.')).toBeVisible()
  const card = await panel.getByRole('region', { name: 'Saved recordings' }).innerText()
  await panel.getByRole('button', { name: 'Resume upload' }).click()
  const { signedUrl } = await newMicrosite(before)
  const { seconds } = await probeMedia(signedUrl)
  const [, minutes = NaN, rest = NaN] = (/\b(\d+):(\d\d)\b(?=[^:]*MB)/.exec(card) ?? []).map(Number)
  const said = Number(/The last (\d+) seconds? w/.exec(card)?.[1] ?? 0)
  const description = `${(recorded - seconds).toFixed(2)} s of ${recorded.toFixed(2)} s, said: ${said} s`
  info.annotations.push({ type: 'lost', description })
  expect(Math.abs(minutes * 60 + rest - seconds), `the clock shows what the file holds: ${card}`).toBeLessThanOrEqual(1)
  // Output still in the encoder on a busy machine; the clock itself is saved each second.
  expect(recorded - seconds - said, description).toBeLessThanOrEqual(2)
  await expect(panel.getByRole('region', { name: 'Saved recordings' })).toHaveCount(0)
  expect(await recordingFiles(browser)).toEqual([])
  await browser.close()
})

test('a server that is down during and after the recording gets the same bytes later', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const before = await ids()
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(3)
  await server.kill()
  await popup.recordedFor(7)
  await popup.click('Stop and upload')
  await popup.sees('Record this tab')
  const [file] = (await recordingFiles(browser)).filter(({ name }) => name.endsWith('call'))
  await server.start()
  const { site } = await newMicrosite(before)
  expect(await storedSha256(site.id)).toBe(file?.sha256)
  await browser.close()
})

test('an extension reloaded while recording offers the recording @core', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const before = await ids()
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(4)
  await browser.reloadExtension()
  const panel = await offered(browser)
  const download = panel.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()
  const saved = info.outputPath('saved.mp4')
  await (await download).saveAs(saved)
  expect((await download).suggestedFilename()).toMatch(/^Discovery call \d{4}-\d\d-\d\d\.mp4$/)
  expect((await probeMedia(saved)).seconds).toBeGreaterThan(1)
  await panel.getByRole('button', { name: 'Resume upload' }).click()
  await newMicrosite(before)
  await browser.close()
})

test('a recording continues after its user signs out, and is uploaded once they are back', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const before = await ids()
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(3)
  await browser.signOut()
  const out = recorderPopup(browser, call.page)
  await out.recordedFor(6)
  await out.click('Stop and upload')
  await out.sees('A recording is saved on this computer. Sign in to upload it.')
  expect(await recordingFiles(browser)).not.toEqual([])
  await expect.poll(() => browser.badge()).toBe('!')
  expect(await ids()).toEqual(before)
  await browser.signIn(server.url, person)
  await newMicrosite(before)
  await browser.close()
})

/**
 * Clicks Record and waits until a window shows the recording: starting, or on a busy machine already running.
 * @returns that window.
 */
async function startOnly(browser: ExtensionBrowser, call: CallPage): Promise<Page> {
  const panel = await browser.open('sidepanel.html')
  const popup = await browser.openPopup(call.page)
  await popup.sees('Record this tab')
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('My microphone')
  await popup.click('Record this tab')
  await expect(panel.getByRole('region', { name: 'Recording', exact: true })).toBeVisible()
  return panel
}

test('a recording starts, with the consent, although the popup closes at once after Record was pressed', async () => {
  const { browser, call } = await openCall(test.info())
  const before = await ids()
  const popup = await browser.openPopup(call.page)
  await popup.sees('Record this tab')
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('My microphone')
  await popup.clickAndClose('Record this tab')
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByRole('region', { name: 'Recording', exact: true })).toContainText(/0:0[3-9]/)
  await panel.getByRole('button', { name: /^Stop/ }).click()
  expect((await newMicrosite(before)).site.consent?.at).toBeDefined()
  await browser.close()
})

test('a recording stopped in its first second is saved, or its card says why not', async () => {
  const { browser, call } = await openCall(test.info())
  const before = await ids()
  const panel = await startOnly(browser, call)
  await panel.getByRole('button', { name: /^Stop/ }).click()
  await expect(panel.getByRole('region', { name: 'Recording', exact: true })).toHaveCount(0)
  await expect
    .poll(
      async () => (await panel.getByText('Nothing was recorded').isVisible()) || (await ids()).length > before.length,
    )
    .toBe(true)
  await browser.close()
})

test('a browser killed in the first second leaves a card that can be dismissed', async () => {
  const { browser, call } = await openCall(test.info())
  await startOnly(browser, call)
  await browser.kill()
  await browser.start()
  const panel = await browser.open('sidepanel.html')
  const kept = panel.getByRole('region', { name: 'Saved recordings' })
  await expect(kept).toContainText(/The browser closed (before anything was recorded|during this recording)/)
  await expect.poll(() => browser.badge()).toBe('!')
  const dismiss = kept.getByRole('button', { name: 'Dismiss' })
  if (await dismiss.isVisible()) {
    await dismiss.click()
    await expect(kept).toHaveCount(0)
  }
  await browser.close()
})

test('a recording survives when the browser ends its page, and the badge shows that it waits', async () => {
  const { browser, call } = await openCall(test.info())
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(4)
  await popup.close()
  const page = await browser.open('options.html')
  await page.evaluate(() => {
    const { chrome } = globalThis as unknown as { chrome: { offscreen: { closeDocument(): Promise<void> } } }
    return chrome.offscreen.closeDocument()
  })
  await expect.poll(() => browser.badge()).toBe('!')
  const panel = await offered(browser)
  await expect(panel.getByText('The browser closed during this recording.')).toBeVisible()
  await browser.close()
})

test('a recording that exceeds the plan is kept and links to the plans', async ({ starterServer }) => {
  const starter = await signUp(starterServer.url)
  for (const title of ['One', 'Two', 'Three'])
    await starter.finished(await starter.process({ title, captions: await readFile(SAMPLE.captions, 'utf8') }))
  const { browser, call } = await openCall(test.info(), { server: starterServer, person: starter })
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(3)
  await popup.clickAndClose('Stop and upload')
  const panel = await offered(browser)
  await expect(panel.getByText("saved on this computer. You've used 3 of 3 microsites this month.")).toBeVisible()
  const kept = panel.getByRole('region', { name: 'Saved recordings' })
  await expect(kept.getByRole('link', { name: 'Upgrade Plan' })).toHaveAttribute('href', `${starterServer.url}/pricing`)
  await expect(kept.getByRole('button', { name: 'Resume upload' })).toBeVisible()
  await browser.close()
})

test('a full disk is reported and stops the recording cleanly, which is then uploaded', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const before = await ids()
  const space = await limitedSpace(browser)
  const popup = await startRecording(browser, call.page)
  await call.play()
  await space(100_000_000)
  await popup.sees('Your disk is almost full. The recording will stop soon and be saved.')
  await popup.recordedFor(5)
  await space(10_000_000)
  await popup.sees('Record this tab')
  const { signedUrl } = await newMicrosite(before)
  expect((await probeMedia(signedUrl)).seconds).toBeGreaterThan(4)
  await browser.close()
})

test('a stored recording can be deleted', async () => {
  const info = test.info()
  const { browser, call } = await openCall(info)
  const popup = await startRecording(browser, call.page)
  await popup.recordedFor(3)
  await browser.reloadExtension()
  const panel = await offered(browser)
  await panel.getByRole('button', { name: 'Delete Discovery call' }).click()
  await panel.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(panel.getByRole('region', { name: 'Saved recordings' })).toHaveCount(0)
  expect(await recordingFiles(browser)).toEqual([])
  await browser.close()
})

/** @returns a function that limits the extension's storage, in bytes. */
async function limitedSpace(browser: ExtensionBrowser): Promise<(quotaSize: number) => Promise<void>> {
  const page = await browser.open('options.html')
  const session = await page.context().newCDPSession(page)
  return async (quotaSize) => {
    await session.send('Storage.overrideQuotaForOrigin', { origin: `chrome-extension://${browser.id()}`, quotaSize })
  }
}

/** The upload's SHA-256 as recorded by the pipeline. */
async function storedSha256(micrositeId: string): Promise<unknown> {
  const notes = await readdir(join(server.dataDir, 'uservideos'), { recursive: true })
  const note = notes.find((path) => path.includes(micrositeId) && path.endsWith('fingerprint.json')) ?? ''
  return (JSON.parse(await readFile(join(server.dataDir, 'uservideos', note), 'utf8')) as { sha256: unknown }).sha256
}

/** The recorder's clock, to a hundredth of a second. */
async function elapsedSeconds(browser: ExtensionBrowser): Promise<number> {
  const page = await browser.open('options.html')
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const channel = new BroadcastChannel('recorder')
        channel.onmessage = ({ data: { live } }: MessageEvent<{ live?: { elapsedMs: number } | null }>) => {
          if (live) resolve(live.elapsedMs / 1000)
          else if (live === null) reject(new Error('The recording has ended.'))
        }
      }),
  )
}

/** A time between 0 and `most`, the same for the same seed. */
function randomMs(seed: string, most: number): number {
  return (createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32) * most
}
