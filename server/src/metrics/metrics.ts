import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Lane } from '../jobs/lanes.ts'
import type { LaneDepth } from '../jobs/queue.ts'

/**
 * Outcome of a job's claim. `moved`: to the other lane. `put_back`: the process shut down. `lost`: its lease expired.
 */
export type JobOutcome = 'done' | 'failed' | 'retried' | 'moved' | 'put_back' | 'lost'

/** Counters updated while the server works. */
export interface Metrics {
  /**
   * @param request.route the matching pattern, never the path itself: paths contain tokens, and are unlimited in
   * number.
   */
  request: (request: { method: string; route: string; status: number; seconds: number }) => void
  job: (job: { kind: string; lane: Lane; outcome: JobOutcome; seconds: number }) => void
  /** A pipeline stage that was not cached. */
  stage: (stage: { name: string; outcome: 'done' | 'failed' | 'stopped'; seconds: number }) => void
  /** All metrics in Prometheus format. @param read the values looked up each time. */
  text: (read: () => Promise<Readings>) => Promise<string>
}

/** Values looked up on each scrape. */
export interface Readings {
  queue: LaneDepth[]
  /** Bytes and number of stored objects; null: not counted yet. */
  storage: { bytes: number; objects: number } | null
  /** Of the data folder's file system. */
  disk: { freeBytes: number; totalBytes: number }
  /** Seconds of work per second of audio, by engine, as measured here. */
  engines: { name: string; ratio: number }[]
  version: string
}

const REQUEST_SECONDS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60]
const WORK_SECONDS = [0.5, 2, 10, 30, 120, 600, 1800, 7200]
/** Other methods are grouped, because a client may send any. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts for one process; Prometheus sums several. */
export function createMetrics(): Metrics {
  const registers = [new Registry()] as [Registry]
  const [register] = registers
  collectDefaultMetrics({ register })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `callfolio_${name}`, help, labelNames, registers })
  const seconds = <Label extends string>(name: string, help: string, buckets: number[], ...labelNames: Label[]) =>
    new Histogram({ name: `callfolio_${name}`, help, buckets, labelNames, registers })
  const requests = counter(
    'http_requests_total',
    'Answered requests, by route and status.',
    'method',
    'route',
    'status',
  )
  const requestSeconds = seconds(
    'http_request_duration_seconds',
    'Time until the response started.',
    REQUEST_SECONDS,
    'method',
    'route',
  )
  const jobs = counter(
    'job_runs_total',
    'Finished job runs: done, failed, retried, moved (to the other lane), put_back (shutdown), lost (lease ran out).',
    'kind',
    'lane',
    'outcome',
  )
  const jobSeconds = seconds('job_run_duration_seconds', 'Duration of job runs.', WORK_SECONDS, 'kind', 'lane')
  const stages = counter(
    'stage_runs_total',
    'Finished pipeline stages: done, failed, or stopped by a shutdown or another stage.',
    'stage',
    'outcome',
  )
  const stageSeconds = seconds('stage_duration_seconds', 'Duration of pipeline stages.', WORK_SECONDS, 'stage')
  const writeReadings = createGauges(registers)
  return {
    request({ method, route, status, seconds }) {
      const known = METHODS.has(method) ? method : 'other'
      requests.inc({ method: known, route, status })
      requestSeconds.observe({ method: known, route }, seconds)
    },
    job({ kind, lane, outcome, seconds }) {
      jobs.inc({ kind, lane, outcome })
      jobSeconds.observe({ kind, lane }, seconds)
    },
    stage({ name: stage, outcome, seconds }) {
      stages.inc({ stage, outcome })
      stageSeconds.observe({ stage }, seconds)
    },
    async text(read) {
      writeReadings(await read())
      return register.metrics()
    },
  }
}

function createGauges(registers: [Registry]): (readings: Readings) => void {
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `callfolio_${name}`, help, labelNames, registers })
  const jobs = gauge('queue_jobs', 'Jobs by lane: ready, delayed (retried later), running, failed.', 'lane', 'state')
  const oldest = gauge('queue_oldest_seconds', 'Age of the oldest ready job by lane.', 'lane')
  const storedBytes = gauge('storage_bytes', 'Stored recordings and derived files; counted hourly.')
  const storedObjects = gauge('storage_objects', 'Stored objects; counted hourly.')
  const diskFree = gauge('disk_free_bytes', 'Free space on the file system of the data folder.')
  const diskTotal = gauge('disk_bytes', 'Size of the file system of the data folder.')
  const engines = gauge(
    'engine_seconds_per_sound_second',
    'Seconds of work per second of audio, measured on this server.',
    'engine',
  )
  const build = gauge('build_info', 'The running version.', 'version')
  return ({ queue, storage, disk, engines: speeds, version }) => {
    for (const { lane, oldestSeconds, ...states } of queue) {
      for (const [state, count] of Object.entries(states)) jobs.set({ lane, state }, count)
      oldest.set({ lane }, oldestSeconds)
    }
    if (storage !== null) storedBytes.set(storage.bytes)
    if (storage !== null) storedObjects.set(storage.objects)
    diskFree.set(disk.freeBytes)
    diskTotal.set(disk.totalBytes)
    for (const { name, ratio } of speeds) engines.set({ engine: name }, ratio)
    build.set({ version }, 1)
  }
}
