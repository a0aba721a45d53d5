import type { Page } from 'playwright/test'
import type { ExtensionBrowser } from '../fixtures/extension.ts'

const CALL = 'https://call.example'

/** A tab that plays a call. */
export interface CallPage {
  page: Page
  /** Starts its audio and video. */
  play(): Promise<void>
  /** Waits until they have ended. */
  ended(): Promise<void>
}

/** Opens a tab that plays a video file as a call. */
export async function openCallPage(
  browser: ExtensionBrowser,
  video: string,
  title = 'Discovery call',
): Promise<CallPage> {
  const page = await browser.newPage()
  await page.route(`${CALL}/**`, (route) =>
    new URL(route.request().url()).pathname === '/call.mp4'
      ? route.fulfill({ path: video, contentType: 'video/mp4' })
      : route.fulfill({ contentType: 'text/html', body: callHtml(title) }),
  )
  // The recording has the tab's size, and encoding it dominates the cost.
  await page.setViewportSize({ width: 640, height: 400 })
  await page.goto(`${CALL}/`)
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 4)
  return {
    page,
    play: () => page.getByRole('button', { name: 'Join' }).click(),
    async ended() {
      await page.waitForFunction(() => document.querySelector('video')?.ended === true, null, { polling: 100 })
    },
  }
}

function callHtml(title: string): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>${title}</title>
  <style>body { margin: 0; background: #222 } video { width: 100vw; height: 90vh }</style>
  <video src="/call.mp4" preload="auto"></video>
  <button onclick="document.querySelector('video').play()">Join</button>
</html>`
}
