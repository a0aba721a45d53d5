import { writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { measureSync, type Sync } from '../fixtures/av-sync.ts'
import { signInAgain, signUp } from '../fixtures/client.ts'
import { startExtensionBrowser } from '../fixtures/extension.ts'
import { treeResidentMib } from '../fixtures/process-facts.ts'
import { startServer, waitFor } from '../fixtures/server.ts'
import { startRecording } from './recordings.ts'
import { openSyncPage, SYNC_SECONDS } from './sync-page.ts'

/** How often memory is measured. ms */
const MEMORY_MS = 30_000

export interface RecordSyncOptions {
  minutes: number
  /** The tab's size, pixels. */
  size: { width: number; height: number }
  video: string
}

export interface RecordedSync extends Sync {
  /** The stored video's size. */
  bytes: number
  /** The browser's memory every half minute, MiB; pages that its processes share count for each. */
  memory: number[]
}

/**
 * Records a tab that flashes and beeps, and measures the server's video of it.
 * @param video the file to write it to.
 */
export async function recordSync({ minutes, size, video }: RecordSyncOptions): Promise<RecordedSync> {
  const server = await startServer({ TRANSCRIBER: 'none', DEFAULT_PLAN: 'pro' })
  const person = await signUp(server.url)
  const browser = await startExtensionBrowser()
  try {
    await browser.signIn(server.url, person)
    const call = await openSyncPage(browser, size)
    await call.play()
    await startRecording(browser, call.page)
    const memory: number[] = []
    for (const until = Date.now() + minutes * 60_000; Date.now() < until;) {
      await wait(Math.min(MEMORY_MS, until - Date.now()))
      memory.push(await treeResidentMib(await browser.pid()))
    }
    await browser.pressShortcut('toggle-recording', call.page)
    const back = await signInAgain(server.url, person)
    let id = ''
    await waitFor(async () => {
      const { microsites } = micrositeListSchema.parse(await (await back.get(MICROSITE_PATHS.list)).json())
      id = microsites.find(({ awaiting }) => !awaiting)?.id ?? ''
      return id !== ''
    }, 'the recording to arrive')
    await back.finished(id)
    const { signedUrl } = (await (await back.get(MICROSITE_PATHS.video(id))).json()) as { signedUrl: string }
    const bytes = Buffer.from(await (await fetch(signedUrl)).arrayBuffer())
    await writeFile(video, bytes)
    return { ...(await measureSync(video, SYNC_SECONDS)), bytes: bytes.length, memory }
  } finally {
    await browser.close()
    await server.stop()
  }
}
