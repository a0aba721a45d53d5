import { Agent } from 'node:http'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MICROSITE_PATHS, micrositeListSchema } from '@callfolio/shared/contract/microsite.ts'
import { createLinkReplySchema, SHARE_PATHS } from '@callfolio/shared/contract/share.ts'
import { signUp, type ApiClient } from '../fixtures/client.ts'
import { sampleClip } from '../fixtures/media.ts'
import { sayStill, startMeasuredServer, type LoopReport, type MeasuredServer } from '../fixtures/measured-server.ts'
import type { Result } from './result.ts'
import { percentile } from './median.ts'
import { timedGet } from './timed-get.ts'
import { getCall } from './transcript.ts'

export interface LoadOptions {
  readers: number
  /** Client addresses shared by the readers. */
  addresses: number
  people: number
  /** Recordings that each user uploads, all at once. */
  uploadsEach: number
  /** Length of a recording, s. */
  seconds: number
  /** Period in which each reader opens the page once, ms. */
  everyMs: number
  /** How often each reader opens it without concurrent uploads. */
  rounds: number
}

export interface LoadFigures {
  /** Page response times, ms, spread over the period and all at once. */
  without: ReadTimes
  beside: ReadTimes
  /** Longest event loop delay of the server. */
  reports: { without: LoopReport; beside: LoopReport }
  /** Time from each upload to its finished page, ms. */
  uploads: number[]
}

interface ReadTimes {
  spread: number[]
  atOnce: number[]
}

/** A link may be opened 3,000 times in five minutes: both crowds together stay below that. */
const FULL: LoadOptions = {
  readers: 200,
  addresses: 20,
  people: 10,
  uploadsEach: 3,
  seconds: 60,
  everyMs: 30_000,
  rounds: 2,
}
/** An hour of speech. */
const LINES = 900
const PERCENTILES = [50, 95, 99] as const

/** Thirty uploads by ten users alongside two hundred readers of one page from twenty addresses. */
export async function benchLoad(work: string): Promise<Result[]> {
  const server = await startMeasuredServer({ TRUST_PROXY: 'true', DEFAULT_PLAN: 'team', TRANSCRIBER: 'none' })
  try {
    const { without, beside, reports, uploads } = await load(server, work, FULL)
    const machine = `load of the machine ${loadavg()[0]?.toFixed(1)}`
    const compare = (what: string, before: number[], now: number[]): Result => {
      const both = PERCENTILES.map((share) => [percentile(before, share), percentile(now, share)] as const)
      return {
        what: `load: ${what}: ${PERCENTILES.join(', ')}th percentile, with the jobs of ${uploads.length} uploads against without`,
        measured: both
          .map(([a, b]) => `${b.toFixed(0)} against ${a.toFixed(0)} ms (${(b / a).toFixed(1)} ×)`)
          .join('; '),
        goal: 'no goal',
      }
    }
    return [
      compare(`${FULL.readers} readers, ${beside.spread.length} openings over time`, without.spread, beside.spread),
      compare(`${FULL.readers} readers at once`, without.atOnce, beside.atOnce),
      {
        what: 'load: the server stood still for at most, with the jobs against without',
        measured: `${sayStill(reports.beside)}, against ${sayStill(reports.without)}`,
        goal: 'no goal',
      },
      {
        what: `load: ${uploads.length} uploads of ${FULL.seconds} s by ${FULL.people} people at once until their pages are ready`,
        measured: `median ${(percentile(uploads, 50) / 1000).toFixed(1)} s, longest ${(Math.max(...uploads) / 1000).toFixed(1)} s (${machine})`,
        goal: 'no goal',
      },
    ]
  } finally {
    await server.stop()
  }
}

/** @param work folder for the recording. @throws when a reader is refused or an upload doesn't become a page. */
export async function load(
  { url, report }: Pick<MeasuredServer, 'url' | 'report'>,
  work: string,
  options: LoadOptions,
): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true })
  try {
    const owner = await signUp(url)
    const page = url + (await share(owner, await send(owner, getCall(LINES))))
    const open = (reader: number) =>
      timedGet(page, { agent, headers: { 'x-forwarded-for': `192.0.2.${(reader % options.addresses) + 1}` } })
    const everyone = <T>(run: (reader: number) => Promise<T>) =>
      Promise.all(Array.from({ length: options.readers }, (_, reader) => run(reader)))
    const spread = () =>
      everyone(async (reader) => {
        await delay((reader * options.everyMs) / options.readers)
        return open(reader)
      })
    await everyone(open)
    await report()

    const without: ReadTimes = { spread: [], atOnce: await everyone(open) }
    for (let round = 0; round < options.rounds; round += 1) without.spread.push(...(await spread()))

    const quiet = await report()
    const clip = await sampleClip(join(work, 'call.mp4'), options.seconds)
    const team = await Promise.all(Array.from({ length: options.people }, () => signUp(url)))
    const jobs = { over: false }
    const uploading = Promise.all(
      team.flatMap((person) =>
        Array.from({ length: options.uploadsEach }, async () => {
          const began = performance.now()
          await send(person, getCall(LINES), clip)
          return performance.now() - began
        }),
      ),
    ).finally(() => (jobs.over = true))
    const beside: ReadTimes = { spread: [], atOnce: [] }
    const reading = (async () => {
      do {
        beside.spread.push(...(await spread()))
        if (beside.atOnce.length === 0) beside.atOnce = await everyone(open)
      } while (!jobs.over)
    })()
    const [uploads] = await Promise.all([uploading, reading])
    return { without, beside, reports: { without: quiet, beside: await report() }, uploads }
  } finally {
    agent.destroy()
  }
}

/** Polling interval of a job's state, like the web app's list. ms */
const STATUS_EVERY_MS = 1000

/**
 * Uploads a call and waits for its page. Polls the list, because reading a whole transcript repeatedly would dominate
 * the measurement.
 * @param recording path of a file; default: captions only.
 * @returns the microsite's id. @throws naming the final status of a call without a page.
 */
async function send(person: ApiClient, captions: string, recording?: string): Promise<string> {
  const file = recording === undefined ? {} : { video_url: await person.upload(recording) }
  const id = await person.process({ title: 'Call', captions, ...file })
  for (;;) {
    const { microsites } = micrositeListSchema.parse(await (await person.get(MICROSITE_PATHS.list)).json())
    const status = microsites.find((card) => card.id === id)?.status ?? 'gone'
    if (status === 'active') return id
    if (status !== 'processing' && status !== 'transcript_ready') throw new Error(`a call became ${status}`)
    await delay(STATUS_EVERY_MS)
  }
}

/** @returns the path of the shared page. */
async function share(owner: ApiClient, id: string): Promise<string> {
  const request = { microsite_id: id, expires_in_days: 7 }
  const { share_url } = createLinkReplySchema.parse(await (await owner.post(SHARE_PATHS.create, request)).json())
  return new URL(share_url).pathname
}
