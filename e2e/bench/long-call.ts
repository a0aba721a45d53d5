import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  MICROSITE_PATHS,
  micrositeSchema,
  processMeetingReplySchema,
  type Microsite,
} from '@callfolio/shared/contract/microsite.ts'
import { descendantsOf, peakMemory } from '../../server/src/process/peak-memory.testing.ts'
import { installActivityModel, installWhisper } from '../../server/src/sherpa/speech-test-models.testing.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { makeMedia, SAMPLE } from '../fixtures/media.ts'
import { startServer, type RunningServer } from '../fixtures/server.ts'
import type { Result } from './result.ts'

const MINUTES = (process.env['LONG_CALL_MINUTES'] ?? '20,180').split(',').map(Number)
/** Every program reports its peak until it ends; the shortest of them run for longer. */
const POLL_MS = 200
const MEGABYTE = 1e6

/** How much of a call is transcribed when the server is killed. */
const KILLED_AT = 0.1
const WORKER = 'transcriber-worker'

/** What the product's programs took at most, by what they do. */
type Peaks = Map<string, number>

interface Run {
  minutes: number
  seconds: number
  lines: number
  peaks: Peaks
  interrupted: Interrupted
}

/** A call at which the server is killed and which is then deleted, both while it is transcribed. */
interface Interrupted {
  /** What was reported as transcribed at the kill, and where the next process began. Minutes of the call. */
  killedAt: number
  resumedAt: number
  /** From the deletion to the end of the transcribing process. */
  cancelledMs: number
}

/**
 * A long recording without captions through the whole product, with the real speech library and models that have learned
 * nothing: what grows with the call's length, beside the model's own memory; where the work goes on after a kill; and when
 * it ends after a deletion.
 */
export async function benchLongCall(work: string): Promise<Result[]> {
  const measured: Run[] = []
  for (const minutes of MINUTES) measured.push(await measure(work, minutes))
  const [shortest] = measured
  return measured.flatMap(({ minutes, seconds, lines, peaks, interrupted: { killedAt, resumedAt, cancelledMs } }) => [
    ...[...peaks].map(([program, bytes]) => {
      const before = shortest?.peaks.get(program)
      const increase =
        minutes === shortest?.minutes || before === undefined ? '' : `, ${megabytes(bytes - before)} more`
      return {
        what: `long-call: ${minutes} minutes (${lines} lines, ${Math.round(seconds)} s of work): peak memory of ${program}`,
        measured: `${megabytes(bytes)}${increase}`,
        goal: 'at most 150 MB more for 180 minutes than for 20',
      }
    }),
    {
      what: `long-call: ${minutes} minutes, the server killed after ${killedAt} of them were transcribed: where it goes on`,
      measured: `minute ${resumedAt.toFixed(1)}`,
      goal: 'at most two minutes before',
    },
    {
      what: `long-call: ${minutes} minutes, deleted while it is transcribed: until its process has ended`,
      measured: `${Math.round(cancelledMs)} ms`,
      goal: '10 s',
    },
  ])
}

async function measure(work: string, minutes: number): Promise<Run> {
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
      await setTimeout(POLL_MS)
    }
  }
  try {
    const ann = await signUp(server.url)
    const watching = watch()
    const begun = performance.now()
    const id = await ann.process({ video_url: await ann.upload(call) })
    const site = await finished(reader(server.url, ann), id)
    const seconds = (performance.now() - begun) / 1000
    done.abort()
    await watching
    if (site.status !== 'active' || site.transcript_info?.source !== 'sherpa')
      throw new Error(`The recording became ${site.status}: ${site.error_message}`)
    // Another person, whose token is new.
    const lee = await signUp(server.url)
    const interrupted = await interrupt(server, reader(server.url, lee), await lee.upload(call))
    return { minutes, seconds, lines: site.segments.length, peaks, interrupted }
  } finally {
    done.abort()
    await server.stop()
    await rm(call)
  }
}

async function interrupt(server: RunningServer, ask: Ask, key: string): Promise<Interrupted> {
  const begun = await ask(MICROSITE_PATHS.processMeeting, 'POST', { video_url: key })
  const { job_id: id } = processMeetingReplySchema.parse(await begun.json())
  const transcribed = async () => {
    const { status, step_detail: detail } = micrositeSchema.parse(await (await ask(MICROSITE_PATHS.one(id))).json())
    if (status !== 'processing') throw new Error(`The recording became ${status} before the server was killed`)
    const [, done = 0, total = Infinity] = /^transcribed (\d+) of (\d+) minutes/.exec(detail ?? '') ?? []
    return { done: Number(done), share: Number(done) / Number(total) }
  }
  let state = await transcribed()
  for (; state.share < KILLED_AT; state = await transcribed()) await setTimeout(POLL_MS)
  await server.kill()
  await server.start()
  let worker = workerOf(server)
  for (; worker === undefined; worker = workerOf(server)) await setTimeout(POLL_MS)
  const job = await readFile(worker.split(' ').at(-1) ?? '', 'utf8')
  const { fromMs } = JSON.parse(job) as { fromMs: number }
  const deleted = performance.now()
  await ask(MICROSITE_PATHS.one(id), 'DELETE')
  while (workerOf(server) !== undefined) await setTimeout(POLL_MS)
  return { killedAt: state.done, resumedAt: fromMs / 60_000, cancelledMs: performance.now() - deleted }
}

/** The command of the process that transcribes; its last part is the path of the job's file. */
function workerOf(server: RunningServer): string | undefined {
  return descendantsOf(server.pid())
    .map(({ command }) => command.trim())
    .find((command) => command.includes(WORKER) && command.endsWith('.json'))
}

type Ask = (path: string, method?: string, body?: unknown) => Promise<Response>

/** Asks as a person, for longer than an access token lives. */
function reader(url: string, { email, password, token }: ApiClient): Ask {
  let authorization = `Bearer ${token}`
  return async function ask(path, method = 'GET', body) {
    const headers = { authorization, 'content-type': 'application/json' }
    const reply = await fetch(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (reply.status !== 401) return reply
    const again = await fetch(`${url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    authorization = `Bearer ${((await again.json()) as { access_token: string }).access_token}`
    return ask(path, method, body)
  }
}

async function finished(ask: Ask, id: string): Promise<Microsite> {
  for (;;) {
    const site = micrositeSchema.parse(await (await ask(MICROSITE_PATHS.one(id))).json())
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
