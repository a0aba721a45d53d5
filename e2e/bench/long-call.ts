import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeSchema, type Microsite } from '@callfolio/shared/contract/microsite.ts'
import { descendantsOf, peakMemory } from '../../server/src/process/peak-memory.testing.ts'
import { installActivityModel, installWhisper } from '../../server/src/sherpa/stand-in-speech.testing.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'

const MINUTES = (process.env['LONG_CALL_MINUTES'] ?? '20,180').split(',').map(Number)
/** Every program tells its peak until it ends; the shortest of them run for longer. */
const LOOK_EVERY_MS = 200
const MEGABYTE = 1e6

/** What the product's programs took at most, by what they do. */
type Peaks = Map<string, number>

/**
 * A long recording without captions through the whole product, with the real speech library and models that have learned
 * nothing: what grows with the call's length, beside the model's own memory.
 */
export async function benchLongCall(work: string): Promise<Result[]> {
  const measured: { minutes: number; seconds: number; lines: number; peaks: Peaks }[] = []
  for (const minutes of MINUTES) measured.push({ minutes, ...(await measure(work, minutes)) })
  const [shortest] = measured
  return measured.flatMap(({ minutes, seconds, lines, peaks }) =>
    [...peaks].map(([program, bytes]) => {
      const before = shortest?.peaks.get(program)
      const growth = minutes === shortest?.minutes || before === undefined ? '' : `, ${megabytes(bytes - before)} more`
      return {
        what: `long-call: ${minutes} minutes (${lines} lines, ${Math.round(seconds)} s of work): peak memory of ${program}`,
        measured: `${megabytes(bytes)}${growth}`,
        goal: 'at most 150 MB more for 180 minutes than for 20',
      }
    }),
  )
}

async function measure(work: string, minutes: number): Promise<{ seconds: number; lines: number; peaks: Peaks }> {
  const models = join(work, 'models')
  await mkdir(models, { recursive: true })
  const list = join(work, 'models.json')
  await writeFile(list, JSON.stringify([await installActivityModel(models), await installWhisper(models)]))
  const call = await makeMedia(
    join(work, 'call.mp4'),
    '-stream_loop',
    '-1',
    '-i',
    SAMPLE.video,
    '-t',
    String(minutes * 60),
    '-c',
    'copy',
  )
  const server = await startServer({
    MODELS_DIR: models,
    MODELS_LIST: list,
    TRANSCRIBER: 'sherpa',
    ANALYST: 'extractive',
  })
  const peaks: Peaks = new Map()
  const done = new AbortController()
  const watch = async () => {
    while (!done.signal.aborted) {
      const found = [
        { command: 'the server', peakBytes: peakMemory(server.pid()) },
        ...descendantsOf(server.pid()).map(({ command, peakBytes }) => ({ command: programOf(command), peakBytes })),
      ]
      for (const { command, peakBytes } of found) peaks.set(command, Math.max(peaks.get(command) ?? 0, peakBytes))
      await setTimeout(LOOK_EVERY_MS)
    }
  }
  try {
    const ann = await signUp(server.url)
    const watching = watch()
    const begun = performance.now()
    const id = await ann.process({ video_url: await ann.upload(call) })
    const site = await finished(server.url, ann, id)
    const seconds = (performance.now() - begun) / 1000
    done.abort()
    await watching
    if (site.status !== 'active' || site.transcript_info?.source !== 'sherpa')
      throw new Error(`The recording became ${site.status}: ${site.error_message}`)
    return { seconds, lines: site.segments.length, peaks }
  } finally {
    done.abort()
    await server.stop()
    await rm(call)
  }
}

/** Waits for longer than an access token lives. */
async function finished(url: string, { email, password, token }: ApiClient, id: string): Promise<Microsite> {
  let authorization = `Bearer ${token}`
  for (;;) {
    const reply = await fetch(url + MICROSITE_PATHS.one(id), { headers: { authorization } })
    if (reply.status === 401) {
      const again = await fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      authorization = `Bearer ${((await again.json()) as { access_token: string }).access_token}`
      continue
    }
    const site = micrositeSchema.parse(await reply.json())
    if (site.status === 'active' || site.status === 'failed') return site
    await setTimeout(1000)
  }
}

function programOf(command: string): string {
  const script = /([\w-]+)\.(?:ts|js)(?:\s|$)/.exec(command)?.[1]
  return script === undefined ? (/([\w-]+)\s/.exec(command)?.[1] ?? 'another program') : `the ${script} process`
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / MEGABYTE)} MB`
}
