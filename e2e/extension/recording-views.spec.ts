import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixtures/axe.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startExtensionBrowser, type ExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, testPicture, testTone } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { startRecording } from './recordings.ts'

/** The narrowest side panel. */
const PANEL = { width: 320, height: 900 }
const LONG_TITLE = 'Quarterly business review with Brightwater Logistics and everyone who could come – Google Meet'

let server: RunningServer
let person: ApiClient
let browser: ExtensionBrowser
test.beforeAll(async () => {
  server = await startServer({ TRANSCRIBER: 'none' })
  person = await signUp(server.url)
  browser = await startExtensionBrowser()
  await browser.signIn(server.url, person)
})
test.afterAll(async () => {
  await browser.close()
  expect(await server.stop()).toBe(0)
})

async function openPanel(): Promise<Page> {
  const panel = await browser.open('sidepanel.html')
  await panel.setViewportSize(PANEL)
  return panel
}

test('start, recording, its end and stored recordings are accessible at the narrowest width', async () => {
  const panel = await openPanel()
  await expect(panel.getByRole('button', { name: 'Record this tab' })).toBeDisabled()
  await expectAccessible(panel, 'the start of a recording')

  const video = await makeMedia(test.info().outputPath('call.mp4'), ...testPicture(60), ...testTone(60))
  const call = await openCallPage(browser, video, LONG_TITLE)
  await startRecording(browser, call.page)
  await call.play()
  const live = panel.getByRole('region', { name: 'Recording' })
  await expect(live.getByRole('meter', { name: 'Level: Call' })).toBeVisible()
  await expectAccessible(panel, 'a recording')
  await live.getByRole('button', { name: 'Pause' }).click()
  await expect(live.getByText('Paused')).toBeVisible()
  await live.getByRole('button', { name: 'Discard…' }).click()
  await expect(live.getByRole('alert')).toHaveText('Discard this recording? This can’t be undone.')
  await expectAccessible(panel, 'the question before it is discarded')
  await live.getByRole('button', { name: 'Keep recording' }).click()
  await live.getByRole('button', { name: 'Resume' }).click()
  await expect(live.getByText('Temporary. We’ll name it from the call.')).toBeVisible()
  await live.getByRole('button', { name: 'Change the title' }).click()
  await live.getByLabel('Meeting Title').fill('Brightwater review')
  await expectAccessible(panel, 'a title that is changed')
  await live.getByRole('button', { name: 'Save' }).click()
  await expect(live.getByText('Your title.')).toBeVisible()

  await browser.reloadExtension()
  const again = await openPanel()
  const kept = again.getByRole('region', { name: 'Saved recordings' })
  await expect(kept.getByRole('button', { name: /^Delete / })).toBeVisible()
  await expect(kept).toContainText('Brightwater review')
  await expectAccessible(again, 'a kept recording')

  await browser.signIn(server.url, await signUp(server.url))
  const others = await openPanel()
  const foreign = others.getByRole('region', { name: 'Saved recordings' })
  await expect(foreign).toContainText('A recording from another account is saved here.')
  await expect(foreign.getByRole('button')).toHaveCount(0)
  await expect(others.getByText('Brightwater review')).toHaveCount(0)
  await expectAccessible(others, 'a recording of another account')
  await others.close()
  await again.close()
  await browser.signIn(server.url, person)
  const back = await openPanel()
  const own = back.getByRole('region', { name: 'Saved recordings' })
  await own.getByRole('button', { name: /^Delete / }).click()
  await expectAccessible(back, 'the question before it is deleted')
  await own.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(own).toHaveCount(0)
})

test('the microphone prompt is accessible, and shows what to do after a refusal', async () => {
  await browser.allowMicrophone('denied')
  const wanted = JSON.stringify({ choices: { source: 'tab', microphone: true, captions: false }, title: '' })
  const page = await browser.open(`microphone.html?${new URLSearchParams({ tab: '1', wanted })}`)
  await page.getByRole('button', { name: 'Allow microphone' }).click()
  await expect(
    page.getByText('Microphone access is blocked. Allow it in the address bar, or record without it.'),
  ).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the question for the microphone')
})

test('a tab without a click on the toolbar button is not recorded, and the panel explains how', async () => {
  const panel = await openPanel()
  await panel.getByLabel('My microphone').uncheck()
  const consent = panel.getByLabel('I’ll tell everyone that I’m recording')
  if (await consent.isVisible()) await consent.check()
  await panel.getByRole('button', { name: 'Record this tab' }).click()
  await expect(panel.getByText('Open the call’s tab, click the toolbar button there, then start again.')).toBeVisible()
})
