import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestInfo } from 'playwright/test'
import { micrositeListSchema, MICROSITE_PATHS, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, probeMedia, SAMPLE, sampleClip, testPicture, testTone } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { wordErrorRate } from '@callfolio/shared/transcript/word-error-rate.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { recorderPopup, startRecording, recordingFiles } from './recordings.ts'

/** Seconds of the sample call that the tab plays, and the words spoken into the microphone after that. */
const TAB_SECONDS = 19.6
const MICROPHONE = { from: 19.7, to: 30.4 }
/** The popup's clock must reach this before Stop. */
const RECORDED_SECONDS = 34

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer()
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

async function openBrowser(options?: Parameters<typeof startExtensionBrowser>[0]): Promise<ExtensionBrowser> {
  const browser = await startExtensionBrowser(options)
  await browser.signIn(server.url, person)
  return browser
}

const listed = async () =>
  micrositeListSchema
    .parse(await (await person.get(MICROSITE_PATHS.list)).json())
    // The recording creates its page at the start.
    .microsites.filter(({ awaiting }) => !awaiting)
const tone = (info: TestInfo, seconds = 30) =>
  makeMedia(info.outputPath('tone.mp4'), ...testPicture(seconds), ...testTone(seconds))

/** Waits for the new microsite. */
async function newMicrosite(before: readonly { id: string }[]): Promise<Microsite> {
  const known = new Set(before.map(({ id }) => id))
  let found: string | undefined
  await waitFor(async () => {
    found = (await listed()).find(({ id }) => !known.has(id))?.id
    return found !== undefined
  }, 'the microsite of the recording')
  return person.finished(found ?? '')
}

/** Duration in seconds and loudness of a microsite's video on the server. */
async function storedVideo(site: Microsite) {
  const { signedUrl } = (await (await person.get(MICROSITE_PATHS.video(site.id))).json()) as { signedUrl: string }
  return probeMedia(signedUrl)
}

test('a call with a microphone becomes a microsite with the words of both @core', async () => {
  const info = test.info()
  const words = await readFile(SAMPLE.captions, 'utf8')
  const clip = await sampleClip(info.outputPath('clip.mp4'), TAB_SECONDS)
  // The person answers when the tab is silent, once.
  const quiet = ['-f', 'lavfi', '-t', String(TAB_SECONDS + 3), '-i', 'anullsrc=r=48000:cl=mono']
  const answer = ['-ss', String(MICROPHONE.from), '-to', String(MICROPHONE.to), '-i', SAMPLE.video]
  const microphone = await makeMedia(
    info.outputPath('microphone.wav'),
    ...quiet,
    ...answer,
    '-filter_complex',
    '[0:a][1:a]concat=n=2:v=0:a=1',
    '-ar',
    '48000',
    '-ac',
    '1',
  )
  const browser = await openBrowser({ microphone: `${microphone}%noloop` })
  const call = await openCallPage(browser, clip)
  const began = Date.now()
  const popup = await startRecording(browser, call.page, { microphone: true })
  await call.play()
  await call.ended()
  await popup.recordedFor(RECORDED_SECONDS)
  const before = await listed()
  await popup.click('Stop and upload')
  const seconds = (Date.now() - began) / 1000
  const site = await newMicrosite(before)
  expect(site).toMatchObject({ status: 'active', title: 'Discovery call' })

  const video = await storedVideo(site)
  expect(video.codecs.video).toBe('h264')
  expect(video.codecs.audio).toMatch(/^(opus|aac)$/)
  // On a busy machine a click takes effect late: the recording is long enough, and not longer than the elapsed time.
  expect(video.seconds).toBeGreaterThan(RECORDED_SECONDS - 1)
  expect(video.seconds).toBeLessThan(seconds + 1)
  expect(video.meanVolume).toBeGreaterThan(-35)
  const said = wordsUntil(words, MICROPHONE.to)
  const rate = wordErrorRate(said, site.segments.map(({ text }) => text).join(' '))
  info.annotations.push({ type: 'word error rate', description: rate.toFixed(3) })
  expect(rate).toBeLessThanOrEqual(0.35)
  const speakers = site.segments.map(({ speaker }) => speaker)
  expect(speakers.at(-1), 'the microphone’s words are the person’s').toBe('Ann Example')
  expect(speakers[0]).not.toBe('Ann Example')
  await expect.poll(() => recordingFiles(browser), 'what the server has is not kept here').toEqual([])
  await browser.close()
})

test('a recording has no pauses, is silent while the microphone is muted, and has a track for each side', async () => {
  const info = test.info()
  const microphone = await makeMedia(
    info.outputPath('microphone.wav'),
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=300:duration=20',
    '-af',
    'tremolo=f=4:d=0.9',
    '-ar',
    '48000',
    '-ac',
    '1',
  )
  const browser = await openBrowser({ microphone })
  const call = await openCallPage(browser, await tone(info))
  const began = performance.now()
  const popup = await startRecording(browser, call.page, { microphone: true })
  await call.play()
  await popup.recordedFor(4)
  await popup.click('Pause')
  await popup.sees('Paused')
  const pausedFrom = performance.now()
  const clock = async () => /\d+:\d\d/.exec(await popup.text())?.[0]
  const pausedAt = await clock()
  await call.page.waitForTimeout(4000)
  expect(await clock()).toBe(pausedAt)
  const pausedSeconds = (performance.now() - pausedFrom) / 1000
  await popup.click('Mute')
  await popup.click('Resume')
  await popup.sees('muted')
  const [minutes = 0, seconds = 0] = (pausedAt ?? '').split(':').map(Number)
  const mutedFrom = minutes * 60 + seconds + 1
  await popup.recordedFor(mutedFrom + 4)
  // Stopped while the server is down, everything stays here to be checked.
  await server.kill()
  await popup.click('Stop and upload')
  await popup.sees('Record this tab')
  const elapsedSeconds = (performance.now() - began) / 1000
  const files = await recordingFiles(browser)
  expect(new Set(files.map(({ name }) => name.split('-').at(-1)))).toEqual(
    new Set(['call', 'microphone', 'sound', 'tab']),
  )
  const probe = async (kind: string, ...window: string[]) => {
    const path = info.outputPath(`${kind}.webm`)
    await writeFile(path, files.find(({ name }) => name.endsWith(kind))?.bytes ?? '')
    return probeMedia(path, ...window)
  }
  const whole = await probe('call')
  expect(whole.seconds).toBeGreaterThan(mutedFrom + 3)
  expect(whole.seconds, 'the pause is left out').toBeLessThan(elapsedSeconds - pausedSeconds + 1)
  const muted = ['-ss', `${mutedFrom}`]
  expect((await probe('microphone', '-t', '3')).meanVolume, 'the microphone is heard').toBeGreaterThan(-45)
  expect((await probe('microphone', ...muted)).meanVolume, 'muted it is silent').toBeLessThan(-70)
  expect((await probe('tab', ...muted)).meanVolume, 'the call is still heard').toBeGreaterThan(-45)
  const before = (await server.start(), await listed())
  expect((await newMicrosite(before)).status).toBe('active')
  await browser.close()
})

test('a discarded recording leaves nothing here or on the server', async () => {
  const info = test.info()
  const browser = await openBrowser()
  const call = await openCallPage(
    browser,
    await makeMedia(
      info.outputPath('noise.mp4'),
      '-f',
      'lavfi',
      '-i',
      'nullsrc=s=320x180:d=30:r=10,noise=alls=100:allf=t',
      ...testTone(30),
    ),
  )
  const stored = async () =>
    (await readdir(join(server.dataDir, 'uservideos'), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  const before = await stored()
  const popup = await startRecording(browser, call.page)
  await call.play()
  // Part of it has been sent.
  await popup.sees(/(0\.[1-9]|[1-9]\.\d) MB of/)
  await popup.click('Discard…')
  await popup.click('Discard')
  await popup.sees('Record this tab')
  expect(await recordingFiles(browser)).toEqual([])
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByRole('button', { name: 'Record this tab' })).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Saved recordings' })).toHaveCount(0)
  // The server copy is deleted first, then the local entry.
  await expect
    .poll(() => panel.evaluate(countEntries))
    .toEqual({ 'recordings': 0, 'upload-journal': 0, 'sound-journal': 0 })
  // The server copy is checked after the local recording is gone.
  await expect.poll(stored).toEqual(before)
  await browser.close()
})

test('closing a tab ends its recording, which becomes a microsite', async () => {
  const info = test.info()
  const browser = await openBrowser()
  const call = await openCallPage(browser, await tone(info))
  const before = await listed()
  const popup = await startRecording(browser, call.page)
  await call.play()
  await popup.recordedFor(4)
  await call.page.close()
  const site = await newMicrosite(before)
  expect(site.status).toBe('active')
  expect((await storedVideo(site)).seconds).toBeGreaterThan(3)
  await browser.close()
})

test('ten seconds of silence are reported, even to a user who turned off microsite notifications', async () => {
  const browser = await openBrowser()
  const options = await browser.open('options.html')
  const news = options.getByRole('switch', { name: 'Notify me when a microsite is ready' })
  await news.click()
  await expect(news).not.toBeChecked()
  const page = await browser.newPage()
  await page.goto(`${server.url}/pricing`)
  const popup = await startRecording(browser, page)
  const shown = () =>
    options.evaluate(async () => {
      const { chrome } = globalThis as unknown as { chrome: { notifications: { getAll(): Promise<object> } } }
      return Object.keys(await chrome.notifications.getAll()).join(' ')
    })
  // Without a notification centre on the desktop, Chrome drops a notification after some seconds.
  await expect.poll(shown).toContain('#silent-tab')
  await popup.sees(/No sound from the call for [1-9]\d+ s/)
  await popup.click('Discard…')
  await popup.click('Discard')
  await browser.close()
})

test('the microphone prompt is on a visible page, and the recording starts after the answer', async () => {
  const info = test.info()
  const browser = await openBrowser({ args: ['--use-fake-device-for-media-stream'] })
  const call = await openCallPage(browser, await tone(info))
  const asked = browser.context().waitForEvent('page')
  const popup = await browser.openPopup(call.page)
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('Record this tab')
  const question = await asked
  await expect(question.getByRole('heading', { name: 'Record your voice too' })).toBeVisible()
  await browser.allowMicrophone('granted')
  const closed = question.waitForEvent('close')
  await question.getByRole('button', { name: 'Allow microphone' }).click()
  await closed
  const live = await browser.openPopup(call.page)
  await live.sees(/\d:\d\d\s+Recording/)
  await live.sees('Mute')
  await live.click('Discard…')
  await live.click('Discard')
  await live.sees('Record this tab')
  await browser.close()
})

test('without the microphone the call is recorded, with a notice that the user is not', async () => {
  const info = test.info()
  const browser = await openBrowser()
  await browser.allowMicrophone('denied')
  const call = await openCallPage(browser, await tone(info))
  const popup = await startRecording(browser, call.page, { microphone: true })
  await popup.sees('Your microphone isn’t available. Only the other participants are recorded.')
  await popup.click('Discard…')
  await popup.click('Discard')
  await popup.sees('Record this tab')
  await browser.close()
})

test('a selected window is recorded with its audio', async () => {
  const info = test.info()
  const browser = await openBrowser({ args: ['--auto-select-tab-capture-source-by-title=Picked call'] })
  const call = await openCallPage(browser, await tone(info), 'Picked call')
  const before = await listed()
  const popup = recorderPopup(browser, call.page)
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('My microphone')
  await popup.click('Window or screen')
  await popup.click('Record a window or screen')
  await popup.sees(/\d:\d\d\s+Recording/)
  await call.play()
  await popup.recordedFor(4)
  await popup.click('Stop and upload')
  const video = await storedVideo(await newMicrosite(before))
  expect(video.seconds).toBeGreaterThan(3)
  expect(video.meanVolume).toBeGreaterThan(-45)
  await browser.close()
})

/** Runs in a page of the extension: how many entries its stores have. */
async function countEntries(): Promise<Record<string, number>> {
  const count = (database: string, store: string) =>
    new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open(database)
      opening.onerror = () => reject(opening.error ?? new Error('no database'))
      opening.onsuccess = () => {
        const counting = opening.result.transaction(store).objectStore(store).count()
        counting.onsuccess = () => (opening.result.close(), resolve(counting.result))
      }
    })
  return {
    'recordings': await count('recordings', 'recordings'),
    'upload-journal': await count('upload-journal', 'entries'),
    'sound-journal': await count('sound-journal', 'entries'),
  }
}

/** The words of a caption file before a time, in seconds. */
function wordsUntil(webvtt: string, end: number): string {
  const cues = [...webvtt.matchAll(/^(\d+):(\d+):([\d.]+) --> .*\n<v [^>]*>(.*)<\/v>$/gm)]
  return cues
    .flatMap(([, hours, minutes, seconds, text = '']) =>
      Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) < end ? [text] : [],
    )
    .join(' ')
}
