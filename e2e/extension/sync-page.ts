import type { Page } from 'playwright/test'
import type { ExtensionBrowser } from '../fixtures/extension.ts'

const CALL = 'https://sync.example'
/** Between two flashes with their beeps. */
export const SYNC_SECONDS = 5

/** Opens a tab whose picture moves, and which flashes and beeps at the same time. @param size its own, pixels. */
export async function openSyncPage(
  browser: ExtensionBrowser,
  size: { width: number; height: number },
): Promise<{ page: Page; play(): Promise<void> }> {
  const page = await browser.newPage()
  await page.route(`${CALL}/**`, (route) => route.fulfill({ contentType: 'text/html', body: syncHtml() }))
  await page.setViewportSize(size)
  await page.goto(`${CALL}/`)
  return { page, play: () => page.getByRole('button', { name: 'Join' }).click() }
}

function syncHtml(): string {
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>Sync call</title>
  <style>
    body { margin: 0; background: #111; overflow: hidden }
    body.flash { background: #fff }
    canvas { position: absolute; left: 3vw; top: 12vh; width: 94vw }
  </style>
  <button>Join</button>
  <canvas width="1200" height="240"></canvas>
  <script>(${flashAndBeep.toString()})(${SYNC_SECONDS})</script>
</html>`
}

/** Runs in the page. */
function flashAndBeep(every: number): void {
  document.querySelector('button')?.addEventListener('click', () => {
    const context = new AudioContext()
    const tone = new OscillatorNode(context, { frequency: 1000 })
    const volume = new GainNode(context, { gain: 0 })
    tone.connect(volume).connect(context.destination)
    tone.start()
    const picture = document.querySelector('canvas')?.getContext('2d')
    let next = Math.ceil(context.currentTime) + 1
    volume.gain.setValueAtTime(0.5, next)
    volume.gain.setValueAtTime(0, next + 0.2)
    let frame = 0
    const draw = (): void => {
      // Sound is heard later than it is computed.
      const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp()
      const now = contextTime + (performance.now() - performanceTime) / 1000
      document.body.classList.toggle('flash', now >= next && now < next + 0.4)
      if (now >= next + 0.4) {
        next += every
        volume.gain.setValueAtTime(0.5, next)
        volume.gain.setValueAtTime(0, next + 0.2)
      }
      // Tiles that move, like a call's: at most 30 times a second.
      frame += 1
      for (let tile = 0; tile < 10; tile += 1) {
        if (!picture || frame % 2 !== 0) break
        picture.fillStyle = `hsl(${(frame * 3 + tile * 36) % 360} 60% 40%)`
        picture.fillRect(tile * 120, 0, 116, 240)
        picture.fillStyle = '#000'
        picture.fillRect(tile * 120 + ((frame * (tile + 1)) % 96), (frame * 2) % 220, 20, 20)
      }
      requestAnimationFrame(draw)
    }
    draw()
  })
}
