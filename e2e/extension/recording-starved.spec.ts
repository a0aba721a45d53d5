import { setTimeout as wait } from 'node:timers/promises'
import { micrositeListSchema, MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { probeMedia, sampleClip } from '../fixtures/media.ts'
import { startServer, waitFor, type RunningServer } from '../fixtures/server.ts'
import { starveRecorder } from '../fixtures/starve.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { recorderPopup } from './recordings.ts'

/** How long the recorder gets no CPU time: longer than it once took to try three formats. s */
const STARVED_SECONDS = 40

let server: RunningServer
let person: ApiClient
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
})
test.afterAll(async () => {
  expect(await server.stop()).toBe(0)
})

test('keeps the whole call’s audio on a machine too busy for video', async () => {
  const info = test.info()
  const browser = await startExtensionBrowser()
  await browser.signIn(server.url, person)
  const call = await openCallPage(browser, await sampleClip(info.outputPath('clip.mp4'), 60))
  // Encoding full-size video dominates a recording's cost.
  await call.page.setViewportSize({ width: 1280, height: 720 })
  await call.play()
  const popup = await browser.openPopup(call.page)
  await popup.sees('Record this tab')
  await popup.click('I’ll tell everyone that I’m recording')
  await popup.click('My microphone')
  const endStarving = starveRecorder(await browser.pid())
  await popup.click('Record this tab')
  const badges: string[] = []
  const until = Date.now() + STARVED_SECONDS * 1000
  while (Date.now() < until) {
    badges.push(await browser.badge())
    await wait(500)
  }
  await endStarving()
  const shown = badges.filter((badge, i) => badge !== badges[i - 1])
  info.annotations.push({ type: 'badges', description: JSON.stringify(shown) })
  expect(shown.slice(1), 'once it records, the button shows it until Stop').not.toContain('')
  const live = recorderPopup(browser, call.page)
  await live.sees(/\d:\d\d\s+Recording/)
  const [, minutes = 0, seconds = 0] = (/(\d+):(\d\d)\s+Recording/.exec(await live.text()) ?? []).map(Number)
  const clock = minutes * 60 + seconds
  await live.clickAndClose('Stop and upload')
  let id: string | undefined
  await waitFor(async () => {
    const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
    id = microsites.find(({ awaiting }) => !awaiting)?.id
    return id !== undefined
  }, 'the microsite of the recording')
  const site = await person.finished(id ?? '')
  expect(site.status).toBe('active')
  const { signedUrl } = (await (await person.get(MICROSITE_PATHS.video(site.id))).json()) as { signedUrl: string }
  const held = await probeMedia(signedUrl)
  info.annotations.push({ type: 'held', description: `${JSON.stringify(held)} of ${clock} s` })
  expect(clock, 'it records although it is starved').toBeGreaterThan(STARVED_SECONDS / 2)
  // Audio that reaches a stopped process is lost before the recorder gets it.
  expect(held.seconds, 'what the browser gave it is saved').toBeGreaterThan(clock / 2)
  await browser.close()
})
