import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { signUp } from '../fixtures/client.ts'
import { startServer } from '../fixtures/server.ts'
import { makeHour } from './hour.ts'
import type { Result } from './result.ts'
import { median, timed } from './median.ts'

const run = promisify(execFile)
const ROUNDS = 3

/**
 * A 60-minute 720p recording with a caption track: upload finished → active, compared with the bare commands it
 * needs.
 */
export async function benchPipeline(work: string): Promise<Result[]> {
  const recording = await makeHour(work)
  const server = await startServer()
  const ann = await signUp(server.url)
  const times = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    // Flushes the disk first, so that no part pays for earlier writes.
    await run('sync')
    times.bare.push(await timed(() => bareCommands(work, recording)))
    const video_url = await ann.upload(recording)
    await run('sync')
    times.product.push(
      await timed(async () => {
        const site = await ann.finished(await ann.process({ video_url }))
        if (site.status !== 'active' || site.segments.length === 0)
          throw new Error(`The recording became ${site.status}: ${site.error_message}`)
      }),
    )
  }
  await server.stop()
  const ratio = median(times.product) / median(times.bare)
  const seconds = (values: number[]) => (median(values) / 1000).toFixed(1)
  return [
    {
      what: '60-minute 720p recording with a caption track: upload finished → active, against probe + copy remux + poster',
      measured: `${ratio.toFixed(2)} × (${seconds(times.product)} s against ${seconds(times.bare)} s)`,
      goal: 'at most 1.3 ×',
    },
  ]
}

const ffmpeg = (...args: string[]) => run('ffmpeg', ['-v', 'error', '-y', ...args])

async function bareCommands(work: string, recording: string): Promise<void> {
  await run('ffprobe', ['-v', 'error', '-show_format', '-show_streams', '-of', 'json', recording])
  await ffmpeg('-i', recording, ...'-map 0:v -map 0:a -c copy -movflags +faststart'.split(' '), join(work, 'bare.mp4'))
  await ffmpeg('-ss', '360', '-i', recording, ...'-frames:v 1 -vf scale=1280:-2'.split(' '), join(work, 'bare.jpg'))
}
