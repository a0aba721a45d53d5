import { writeFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, testPicture, testTone } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { decodeSound, longestGap, SAMPLE_RATE, toneIn } from '../fixtures/sound.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { recordingFiles, startRecording, type RecorderPopup } from './recordings.ts'

/** Of a busy machine's encoder; a track without a source stands still for as long as it has none. */
const GAP_SECONDS = 1
/** How far a file's length may be from the clock, which is read before Stop. */
const CLOCK_SECONDS = 3

/** The fake microphone plays the first tone after it is opened, then the second. */
const FIRST = { hertz: 400, seconds: 5 }
const SECOND = { hertz: 1100, seconds: 90 }

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

interface RunningRecording {
  browser: ExtensionBrowser
  popup: RecorderPopup
  panel: Page
  page: Page
}

async function record(): Promise<RunningRecording> {
  const info = test.info()
  const sine = ({ hertz, seconds }: typeof FIRST) => [
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=${hertz}:duration=${seconds}`,
  ]
  const microphone = await makeMedia(
    info.outputPath('microphone.wav'),
    ...sine(FIRST),
    ...sine(SECOND),
    '-filter_complex',
    // The browser's noise suppression would remove a steady tone.
    '[0:a][1:a]concat=n=2:v=0:a=1,tremolo=f=4:d=0.9',
    '-ar',
    '48000',
    '-ac',
    '1',
  )
  const browser = await startExtensionBrowser({ microphone: `${microphone}%noloop` })
  await browser.signIn(server.url, person)
  const video = await makeMedia(info.outputPath('call.mp4'), ...testPicture(60), ...testTone(60))
  const call = await openCallPage(browser, video)
  const popup = await startRecording(browser, call.page, { microphone: true })
  const panel = await browser.open('sidepanel.html')
  return { browser, popup, panel, page: call.page }
}

/** Stops the recording while the server is down, so that its files stay here. @returns their paths. */
async function stopHere({ browser, panel }: RunningRecording) {
  await server.kill()
  await panel.getByRole('button', { name: 'Stop and upload' }).click()
  await expect(panel.getByRole('button', { name: 'Record this tab' })).toBeVisible()
  const files = await recordingFiles(browser)
  const path = async (kind: string) => {
    const written = test.info().outputPath(`${kind}.webm`)
    await writeFile(written, files.find(({ name }) => name.endsWith(kind))?.bytes ?? '')
    return written
  }
  const paths = { microphone: await path('microphone'), sound: await path('sound'), call: await path('call') }
  await browser.close()
  await server.start()
  return paths
}

/** The recording's clock, in seconds. */
async function clock(panel: Page): Promise<number> {
  const [, minutes, seconds] =
    /(\d+):(\d\d)/.exec(await panel.getByRole('region', { name: 'Recording', exact: true }).innerText()) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

const recordedFor = (panel: Page, seconds: number) => expect.poll(() => clock(panel)).toBeGreaterThanOrEqual(seconds)

/** The tones of a file in order, and its longest silence in seconds. */
async function tonesOf(path: string) {
  const samples = await decodeSound(path)
  const step = SAMPLE_RATE / 4
  const heard = Array.from({ length: Math.floor(samples.length / step) }, (_, i) => {
    const window = samples.subarray(i * step, (i + 1) * step)
    const [first, second] = [toneIn(window, FIRST.hertz), toneIn(window, SECOND.hertz)]
    return Math.max(first, second) < 0.002 ? 'silence' : first > second ? 'first' : 'second'
  })
  const tones = heard.filter((tone) => tone !== 'silence')
  const silences = heard.join(' ').match(/silence(?: silence)*/g) ?? []
  return {
    order: tones.filter((tone, i) => tone !== tones[i - 1]),
    silence: Math.max(0, ...silences.map((run) => run.split(' ').length / 4)),
    seconds: samples.length / SAMPLE_RATE,
  }
}

test('another microphone is recorded from its choice on, without a gap in the files', async () => {
  const recording = await record()
  const { panel } = recording
  const microphones = panel.getByRole('combobox', { name: 'Microphone' })
  await recordedFor(panel, FIRST.seconds + 3)
  await microphones.selectOption('Fake Audio Input 1')
  await recordedFor(panel, 2 * FIRST.seconds + 6)
  await panel.getByRole('button', { name: 'Pause' }).click()
  await microphones.selectOption('System default')
  await panel.getByRole('button', { name: 'Resume' }).click()
  await recordedFor(panel, 2 * FIRST.seconds + 9)
  const seconds = await clock(panel)
  const { microphone, sound, call } = await stopHere(recording)
  const heard = await tonesOf(microphone)
  test.info().annotations.push({ type: 'heard', description: JSON.stringify({ ...heard, clock: seconds }) })
  expect(heard.order.slice(0, 5), 'each microphone is heard from its beginning').toEqual([
    'first',
    'second',
    'first',
    'second',
    'first',
  ])
  expect(heard.silence, 'between two there is no silence').toBeLessThan(1)
  expect(Math.abs(heard.seconds - seconds), 'the file is as long as the clock says').toBeLessThan(CLOCK_SECONDS)
  for (const file of [microphone, sound, call]) expect(await longestGap(file, 'a')).toBeLessThan(GAP_SECONDS)
})

test('a microphone that is lost is reported and recorded again once it is back, in files without a gap', async () => {
  const recording = await record()
  const { browser, panel } = recording
  await recordedFor(panel, FIRST.seconds + 3)
  // Ends the microphone's track, as unplugging the only one does.
  await browser.allowMicrophone('denied')
  await expect(
    panel.getByText('Your microphone was disconnected. Only the other participants are recorded now.'),
  ).toBeVisible()
  const lostAt = await clock(panel)
  await recordedFor(panel, lostAt + 3)
  await browser.allowMicrophone('granted')
  await expect(panel.getByText('Your microphone was disconnected')).toHaveCount(0)
  const backAt = await clock(panel)
  await recordedFor(panel, backAt + 3)
  const seconds = await clock(panel)
  const { microphone, sound, call } = await stopHere(recording)
  const heard = await tonesOf(microphone)
  test
    .info()
    .annotations.push({ type: 'heard', description: JSON.stringify({ ...heard, clock: seconds, lostAt, backAt }) })
  // A busy machine takes longer, and the fake microphone reaches its second tone again.
  expect(heard.order.slice(0, 3)).toEqual(['first', 'second', 'first'])
  expect(heard.silence, 'what is missing is silence').toBeGreaterThan(2)
  expect(Math.abs(heard.seconds - seconds), 'the file is as long as the clock says').toBeLessThan(CLOCK_SECONDS)
  for (const file of [microphone, sound, call]) expect(await longestGap(file, 'a')).toBeLessThan(GAP_SECONDS)
})
