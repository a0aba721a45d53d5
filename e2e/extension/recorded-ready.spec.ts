import { signUp } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, testPicture, testTone } from '../fixtures/media.ts'
import { expect, test } from '../fixtures/test.ts'
import { openCallPage } from './call-page.ts'
import { startRecording } from './recordings.ts'

test('the badge shows a recording’s progress like an upload’s, and the panel offers to share it', async ({
  premiumServer: server,
}) => {
  const browser = await startExtensionBrowser()
  await browser.signIn(server.url, await signUp(server.url))
  const call = await openCallPage(
    browser,
    await makeMedia(test.info().outputPath('tone.mp4'), ...testPicture(20), ...testTone(20)),
  )
  const popup = await startRecording(browser, call.page, { microphone: false })
  await call.play()
  await popup.recordedFor(4)
  await popup.click('Stop and upload')
  const worker = browser.context().serviceWorkers()[0] ?? (await browser.context().waitForEvent('serviceworker'))
  await expect.poll(() => worker.evaluate(() => chrome.action.getBadgeText({}))).toBe('✓')
  const panel = await browser.open('sidepanel.html')
  await expect(panel.getByText('Your Microsite is Ready!')).toBeVisible()
  await browser.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy link to' }).click()
  expect(await panel.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`^${server.url}/s/`))
  await browser.close()
})
