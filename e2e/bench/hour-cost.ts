import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeMedia } from '../fixtures/media.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import { makeHour } from './hour.ts'
import type { Result } from './result.ts'

/** Of the recording without captions: the built-in engine needs about a tenth of a recording's length on each core. */
const SPOKEN_MINUTES = 5

/** What an hour of recording costs, in processor time of the server with all that it starts, memory and disk. Linux only. */
export async function benchHourCost(work: string): Promise<Result[]> {
  const captioned = await measure(await makeHour(work, { captions: true }))
  const spoken = await makeMedia(
    join(work, 'spoken.mp4'),
    '-i',
    await makeHour(work, { captions: false }),
    '-t',
    String(SPOKEN_MINUTES * 60),
    '-c',
    'copy',
  )
  const transcribed = await measure(spoken, { TRANSCRIBER: 'sphinx' })
  const perHour = 60 / SPOKEN_MINUTES
  const row = (what: string, measured: string) => ({ what: `hour-cost: ${what}`, measured, goal: '–' })
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
  return [
    row('60 minutes of 720p with captions: processor time', `${captioned.cpuSeconds.toFixed(1)} s`),
    row('the same: most memory of the server and what it starts', megabytes(captioned.memoryBytes)),
    row(
      'the same: recording, what is made of it, database',
      [captioned.recordingBytes, captioned.derivedBytes, captioned.databaseBytes].map(megabytes).join(', '),
    ),
    row(
      `${SPOKEN_MINUTES} minutes without captions, counted up to an hour, by the built-in engine: processor time`,
      `${(transcribed.cpuSeconds * perHour).toFixed(0)} s`,
    ),
    row('the same: most memory', megabytes(transcribed.memoryBytes)),
  ]
}

async function measure(recording: string, settings: Record<string, string> = {}) {
  const server = await startServer({ DEFAULT_PLAN: 'team', ...settings })
  try {
    const ann = await signUp(server.url)
    const databaseBefore = sizeOf(server, /callfolio\.db/)
    const before = cpuSeconds(server)
    let memoryBytes = 0
    const watch = setInterval(() => (memoryBytes = Math.max(memoryBytes, memoryOf(server))), 100)
    await finish(ann, recording)
    clearInterval(watch)
    const recordingBytes = statSync(recording).size
    return {
      cpuSeconds: cpuSeconds(server) - before,
      memoryBytes,
      recordingBytes,
      // What is copied to be seekable lies beside the recording until that is removed.
      derivedBytes: sizeOf(server, /uservideos/) - recordingBytes,
      databaseBytes: sizeOf(server, /callfolio\.db/) - databaseBefore,
    }
  } finally {
    await server.stop()
  }
}

async function finish(ann: ApiClient, recording: string): Promise<void> {
  const site = await ann.finished(await ann.process({ video_url: await ann.upload(recording) }))
  if (site.status !== 'active') throw new Error(`The recording became ${site.status}: ${site.error_message}`)
}

const TICKS = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Of the server, what it started and waited for, and what runs still. */
function cpuSeconds(server: RunningServer): number {
  const own = (id: number) =>
    statOf(id)
      .slice(11, 15)
      .reduce((sum, ticks) => sum + Number(ticks), 0)
  return treeOf(server.pid()).reduce((sum, id) => sum + own(id), 0) / TICKS
}

function memoryOf(server: RunningServer): number {
  const pages = treeOf(server.pid()).map((id) => Number(statOf(id)[21] ?? 0))
  return pages.reduce((sum, count) => sum + count, 0) * 4096
}

/** Fields after the name of the program; none of a process that has ended. */
function statOf(id: number): string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}

function treeOf(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(all.map((id) => [id, Number(statOf(id)[1])]))
  const isBelow = (id: number): boolean => id === root || (id > 1 && isBelow(parents.get(id) ?? 0))
  return all.filter(isBelow)
}

function sizeOf({ dataDir }: RunningServer, names: RegExp): number {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).filter((path) => names.test(path))
  return paths.reduce((sum, path) => sum + statSync(path).size, 0)
}
