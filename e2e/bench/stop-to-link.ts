import { join } from 'node:path'
import { linkListSchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { openCallPage } from '../extension/call-page.ts'
import { startRecording } from '../extension/recordings.ts'
import { signUp } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, waitFor } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { timed } from './median.ts'

const RECORDED_SECONDS = 20

/**
 * A call recorded by the extension: from Stop to the link in the clipboard, to its page, and to the complete page,
 * compared with uploading, processing and sharing the same call after its end.
 */
export async function benchStopToLink(work: string): Promise<Result[]> {
  const server = await startServer()
  const person = await signUp(server.url)
  const browser = await startExtensionBrowser()
  try {
    await browser.signIn(server.url, person)
    const clip = await makeMedia(join(work, 'clip.mp4'), '-t', String(RECORDED_SECONDS), '-i', SAMPLE.video)
    const call = await openCallPage(browser, clip)
    const popup = await startRecording(browser, call.page)
    await call.play()
    await popup.recordedFor(RECORDED_SECONDS)
    await browser.context().grantPermissions(['clipboard-read'], { origin: server.url })
    const reader = await browser.newPage()
    await reader.goto(`${server.url}/healthz`)
    const panel = await browser.open('sidepanel.html')
    await panel.getByText('We’ll copy this link when you stop').waitFor()
    await panel.getByRole('button', { name: 'Stop and upload' }).click()
    const stopped = performance.now()
    const since = () => `${((performance.now() - stopped) / 1000).toFixed(1)} s`
    await reader.bringToFront()
    let link = ''
    await waitFor(async () => {
      link = await reader.evaluate(() => navigator.clipboard.readText())
      return link.startsWith(`${server.url}/s/`)
    }, 'the link in the clipboard')
    const copied = since()
    await reader.goto(link)
    const opened = since()
    const { links } = linkListSchema.parse(await (await person.get(SHARE_PATHS.list)).json())
    await person.finished(links[0]?.microsite_id ?? '')
    const complete = since()
    const afterwards = await timed(async () => {
      const site = await person.finished(await person.process({ video_url: await person.upload(clip) }))
      await person.post(SHARE_PATHS.create, { microsite_id: site.id, expires_in_days: 7 })
    })
    const what = `A recorded call of ${RECORDED_SECONDS} s, from Stop`
    return [
      { what: `${what} to the link in the clipboard`, measured: copied, goal: 'at most 1 s' },
      { what: `${what} to the page open, being prepared`, measured: opened, goal: 'at most 4 s' },
      { what: `${what} to the page complete`, measured: complete, goal: 'as the engine takes' },
      {
        what: 'The same call uploaded after its end, worked on, then shared: to the link',
        measured: `${(afterwards / 1000).toFixed(1)} s`,
        goal: 'no goal',
      },
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}
