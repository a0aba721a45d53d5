import { join } from 'node:path'
import { recordSync } from '../extension/recorded-sync.ts'
import { percentile } from './median.ts'
import type { BenchOptions, Result } from './result.ts'

/**
 * A tab of 720p recorded by the extension: how far picture and sound are apart in the stored video, its frame rate and
 * size, and how the browser's memory grows.
 */
export async function benchRecorder(work: string, { minutes }: BenchOptions): Promise<Result[]> {
  const { offsets, lost, driftMs, framesPerSecond, longestGap, seconds, bytes, memory } = await recordSync({
    minutes,
    size: { width: 1280, height: 720 },
    video: join(work, 'recorded.mp4'),
  })
  const later = offsets.map(({ ms }) => ms)
  const at = (share: number) => percentile(later, share).toFixed(0)
  const what = `A tab of 720p recorded for ${minutes} min`
  return [
    {
      what: `${what}: picture and sound apart, at most, of ${later.length} flashes (${lost} lost)`,
      measured: `${Math.max(...later.map(Math.abs)).toFixed(0)} ms`,
      goal: '80 ms',
    },
    {
      what: `${what}: how much later the picture is: first, middle and last of all`,
      measured: `${at(0)}, ${at(50)} and ${at(100)} ms`,
      goal: 'no goal',
    },
    { what: `${what}: drift`, measured: `${driftMs.toFixed(0)} ms`, goal: '80 ms in an hour' },
    { what: `${what}: frames per second`, measured: framesPerSecond.toFixed(1), goal: '15' },
    { what: `${what}: longest time without a frame`, measured: `${longestGap.toFixed(2)} s`, goal: 'no goal' },
    {
      what: `${what}: size of an hour`,
      measured: `${Math.round((bytes / 1e6 / seconds) * 3600)} MB`,
      goal: 'as the extension says',
    },
    {
      what: `${what}: memory of the browser, every half minute`,
      measured: `${memory.map((mib) => Math.round(mib)).join(', ')} MiB`,
      goal: 'flat',
    },
  ]
}
