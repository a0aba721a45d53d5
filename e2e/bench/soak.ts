import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { MICROSITE_PATHS } from '@callfolio/shared/contract/microsite.ts'
import { sampleClip } from '../fixtures/media.ts'
import { openHandles, processorMs, residentMib, type OpenHandles } from '../fixtures/process-facts.ts'
import { startMeasuredServer, type LoopReport, type MeasuredServer } from '../fixtures/measured-server.ts'
import { slowness } from '../fixtures/server.ts'
import type { Result } from './result.ts'
import { median, percentile } from './median.ts'
import { joinTeam, type HeldCall, type SalesPerson } from './sales-team.ts'
import { timedGet } from './timed-get.ts'
import { callOf } from './transcript.ts'

export interface SoakOptions {
  people: number
  /** Rounds of each person: in one a person opens the list, searches, reads, renames, and a reader opens a shared page. */
  rounds: number
  /** From the start of a round to the next, ms. */
  everyMs: number
  /** Every so many rounds a person sends a call, and removes the oldest. */
  callEvery: number
  /** Pages that each person renames and a reader opens before anything is measured: what the server keeps of pages is then at its limit. */
  openedBefore: number
}

/** What was seen at one time. */
interface Sample {
  /** The process that answers, MiB. */
  memory: number
  handles: OpenHandles
  /** Processor time that it has used, ms, after so many readings. */
  processor: { ms: number; readings: number }
}

export interface SoakFigures {
  calls: number
  /** How long readings took, ms, by quarters of the time. */
  times: number[][]
  /** What the server had, by quarters of the time. */
  samples: Sample[][]
  /** What it holds, at the end of each quarter. */
  reports: LoopReport[]
  problems: string[]
}

/** Ten minutes: two seconds are twelve of the hour, and a call a minute is one every six. */
const HOUR: SoakOptions = { people: 10, rounds: 300, everyMs: 2000, callEvery: 30, openedBefore: 150 }
/** Each person keeps so many calls: what is there stays the same all along. */
const KEPT = 3
/** A quarter of an hour of talk. */
const LINES = 225
const CLIP_SECONDS = 10
const POLL_MS = 2000
const QUARTERS = 4

/** An hour's use by a team in ten minutes: whether memory, handles and latency stay as they were. */
export async function benchSoak(work: string): Promise<Result[]> {
  // Behind a proxy that names the readers.
  const server = await startMeasuredServer({ TRUST_PROXY: 'true', DEFAULT_PLAN: 'team', TRANSCRIBER: 'none' })
  try {
    const rounds = Number(process.env['SOAK_ROUNDS'] ?? HOUR.rounds)
    const began = performance.now()
    const figures = await soak(server, work, { ...HOUR, rounds })
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    const compare = (what: string, of: (quarter: number) => number, unit: string): Result => {
      const [first, last] = [of(0), of(QUARTERS - 1)]
      return {
        what: `soak: ${what}, first quarter of ${seconds} s against the last`,
        measured: `${first.toFixed(1)} against ${last.toFixed(1)} ${unit} (${(last / first).toFixed(2)} ×)`,
        goal: 'as before',
      }
    }
    const timesOf = (quarter: number) => figures.times[quarter] ?? []
    const samplesOf = (quarter: number) => figures.samples[quarter] ?? []
    return [
      {
        what: `soak: ${figures.times.flat().length} readings and ${figures.calls} calls of ${HOUR.people} people (load ${slowness()} per core)`,
        measured: `${figures.problems.length} refused or failed${figures.problems.length > 0 ? `, first: ${figures.problems[0]}` : ''}`,
        goal: 'none',
      },
      compare(
        'memory of the answering process, median',
        (q) => median(samplesOf(q).map(({ memory }) => memory)),
        'MiB',
      ),
      compare('memory that JavaScript holds after a collection', (q) => figures.reports[q]?.heapMib ?? NaN, 'MiB'),
      compare('memory outside its heap', (q) => figures.reports[q]?.externalMib ?? NaN, 'MiB'),
      compare(
        'processor time of the answering process for a reading, with all else it does',
        (q) => processorPerReading(samplesOf(q)),
        'ms',
      ),
      compare('open handles, median', (q) => median(samplesOf(q).map(({ handles }) => handles.all)), ''),
      compare('open files, median', (q) => median(samplesOf(q).map(({ handles }) => handles.files.length)), ''),
      compare('reading, 50th percentile', (q) => percentile(timesOf(q), 50), 'ms'),
      compare('reading, 95th percentile', (q) => percentile(timesOf(q), 95), 'ms'),
    ]
  } finally {
    await server.stop()
  }
}

/**
 * Has people use a server. @param work folder for the recording they send.
 * @returns what was measured; refusals and failures are reported, not thrown.
 */
export async function soak(
  { url, pid: pidOf, report }: Pick<MeasuredServer, 'url' | 'pid' | 'report'>,
  work: string,
  options: SoakOptions,
): Promise<SoakFigures> {
  const pid = pidOf()
  const agent = new Agent({ keepAlive: true })
  const clip = await sampleClip(join(work, 'call.mp4'), CLIP_SECONDS)
  const team = await Promise.all(
    Array.from({ length: options.people }, async () => {
      const person = await joinTeam(url, agent)
      const calls: HeldCall[] = []
      for (let call = 0; call < KEPT; call += 1) calls.push(await sendAndShare(person, call === 0 ? clip : undefined))
      return { person, calls }
    }),
  )
  await Promise.all(
    team.map(async ({ person, calls: [call] }) => {
      if (call === undefined) return
      for (let visit = 0; visit < options.openedBefore; visit += 1) {
        await person.rename(call.id, `Call before ${visit}`)
        await openPage(agent, call, visit)
      }
    }),
  )
  const lengthMs = options.rounds * options.everyMs
  const figures: SoakFigures = {
    calls: 0,
    times: emptyQuarters(),
    samples: emptyQuarters(),
    reports: [],
    problems: [],
  }
  const began = performance.now()
  const quarter = () => Math.min(QUARTERS - 1, Math.floor(((performance.now() - began) / lengthMs) * QUARTERS))
  const over = new AbortController()
  const polling = (async () => {
    while (!over.signal.aborted) {
      const now = quarter()
      if (now > figures.reports.length) figures.reports.push(await report())
      figures.samples[now]?.push({
        memory: await residentMib(pid),
        handles: await openHandles(pid),
        processor: { ms: await processorMs(pid), readings: figures.times.flat().length },
      })
      await delay(POLL_MS, undefined, { signal: over.signal }).catch(() => {})
    }
  })()
  await Promise.all(
    team.map(async ({ person, calls }, index) => {
      let sending: Promise<void> = Promise.resolve()
      for (let round = 0; round < options.rounds; round += 1) {
        const due = began + round * options.everyMs + (index * options.everyMs) / options.people
        await delay(Math.max(0, due - performance.now()))
        const isCall = (round + index) % options.callEvery === 0
        // One after another: a person waits for a page before the next call.
        if (isCall)
          sending = sending.then(() => replaceOldest(person, calls, index % 3 === 0 ? clip : undefined, figures))
        await readRound(url, agent, person, calls, round, (ms) => figures.times[quarter()]?.push(ms)).catch(
          (error: unknown) => void figures.problems.push(String(error)),
        )
      }
      await sending
    }),
  )
  over.abort()
  await polling
  figures.reports.push(await report())
  agent.destroy()
  return figures
}

/** Between the first and the last reading. */
function processorPerReading(samples: readonly Sample[]): number {
  const [first, last] = [samples[0]?.processor, samples.at(-1)?.processor]
  return first && last ? (last.ms - first.ms) / (last.readings - first.readings) : Number.NaN
}

async function sendAndShare(person: SalesPerson, clip: string | undefined): Promise<HeldCall> {
  const id = await person.send(callOf(LINES), clip)
  return { id, page: await person.share(id, clip !== undefined) }
}

async function replaceOldest(
  person: SalesPerson,
  calls: HeldCall[],
  clip: string | undefined,
  figures: SoakFigures,
): Promise<void> {
  try {
    calls.push(await sendAndShare(person, clip))
    const oldest = calls.shift()
    if (oldest) await person.remove(oldest.id)
    figures.calls += 1
  } catch (error) {
    figures.problems.push(String(error))
  }
}

/** @param note gets how long each reading took, ms. */
async function readRound(
  url: string,
  agent: Agent,
  person: SalesPerson,
  calls: readonly HeldCall[],
  round: number,
  note: (ms: number) => void,
): Promise<void> {
  // The newest: the oldest may go meanwhile.
  const call = calls.at(-1)
  if (call === undefined) return
  note(await person.read(MICROSITE_PATHS.list))
  note(await person.read(`${MICROSITE_PATHS.list}?q=contract`))
  note(await person.read(MICROSITE_PATHS.one(call.id)))
  if (round % 5 === 0) await person.rename(call.id, `Call in round ${round}`)
  note(await openPage(agent, call, round))
}

/** @param visit readers have addresses of their own. @returns how long it took, ms. */
function openPage(agent: Agent, call: HeldCall, visit: number): Promise<number> {
  return timedGet(call.page, { agent, headers: { 'x-forwarded-for': `10.1.${visit % 250}.${visit % 200}` } })
}

function emptyQuarters<T>(): T[][] {
  return Array.from({ length: QUARTERS }, () => [])
}
