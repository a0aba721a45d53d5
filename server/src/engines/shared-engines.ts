import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { ANALYSTS, getIds, TRANSCRIBERS, type AnalystName, type SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Database } from '../db/database.ts'
import { NEEDS } from '../jobs/needs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { repeat } from '../kernel/repeat.ts'
import type { FetchStatus } from '../speech-models/model-fetch.ts'
import { createWorkersRepo, type Worker, type WorkerEngines } from './workers-repo.ts'

/** How often a worker sends a heartbeat, and how long it is valid. ms */
const BEAT_MS = 10_000
const HOLDS_MS = 30_000

/** A process's report of its engines. */
export interface ReportedEngines {
  statuses(): Promise<WorkerEngines>
  canTranscribe(name: SpeechEngine): Promise<boolean>
  canAnalyse(name: AnalystName): Promise<boolean>
}

export interface SharedEnginesOptions<Engines extends ReportedEngines> {
  /** The engines of this process. */
  id: string
  engines: Engines
  /** Of its speech model; null: it uses none. */
  fetchStatus: () => Promise<FetchStatus | null>
  db: Database
  /** False: it only serves requests, and shows the workers' engines. */
  works: boolean
  clock: Clock
  log: Logger
}

/** The engines of all workers on a database, as each process reports them. */
export function createSharedEngines<Engines extends ReportedEngines>({
  id,
  engines,
  fetchStatus,
  db,
  works,
  clock,
  log,
}: SharedEnginesOptions<Engines>) {
  const workers = createWorkersRepo(db)
  let left: readonly string[] = []
  let alive = 1
  let isStarted = false
  const listeners: (() => Promise<void>)[] = []
  const since = () => new Date(clock().getTime() - HOLDS_MS)

  /** Reports the installed engines, and reads the others' reports. */
  async function beat(): Promise<void> {
    const here = await own()
    await workers.announce(here, clock())
    await workers.bringBack(clock())
    const gone = await workers.removeUnseen(since())
    const there = await others()
    alive = there.length + 1
    left = leftToOthers(
      here.engines,
      there.map((worker) => worker.engines),
    )
    if (gone.some(isFetching)) for (const listener of listeners) await listener()
  }

  async function own(): Promise<Worker> {
    // An unreadable models folder must not hide the engines.
    return { id, engines: await engines.statuses(), speechModel: await fetchStatus().catch(() => null) }
  }

  async function others(): Promise<Worker[]> {
    return (await workers.list(since())).filter((worker) => worker.id !== id)
  }

  async function list(): Promise<Worker[]> {
    return [...(works ? [await own()] : []), ...(await others())]
  }

  async function statuses(): Promise<WorkerEngines> {
    const all = (await list()).map((worker) => worker.engines)
    // Before the first worker reports.
    if (all.length === 0) all.push(await engines.statuses())
    return {
      transcribers: merged(all.map(({ transcribers }) => transcribers)),
      analysts: merged(all.map(({ analysts }) => analysts)),
    }
  }

  /** A worker that stops during a fetch may soon return, so waiting jobs fail only once it is forgotten. */
  async function leave(): Promise<void> {
    const here = await own()
    if (!isFetching(here)) await workers.remove(id)
    else await workers.announce({ ...here, engines: { transcribers: [], analysts: [] } }, clock())
  }
  const beats = repeat({ everyMs: BEAT_MS, log, run: beat })

  return {
    engines: {
      ...engines,
      statuses,
      canTranscribe: async (name: SpeechEngine) => isReadyIn((await statuses()).transcribers, name),
      canAnalyse: async (name: AnalystName) => isReadyIn((await statuses()).analysts, name),
    } satisfies ReportedEngines,
    /** The reporting workers, this one first. */
    list,
    /** Calls back when a worker is forgotten while fetching a speech model; in one process only. */
    onFetchLost: (listener: () => Promise<void>) => void listeners.push(listener),
    /** Engines that another worker has and this one lacks: jobs that need them are left to that worker. */
    left: () => left,
    /** The number of workers including this one, as of the last heartbeat. */
    workers: () => alive,
    /** Resolves once the others know. */
    async start(): Promise<void> {
      if (!works) return
      isStarted = true
      beats.start()
      await beats.again()
    },
    /** Call it when the set of ready engines changes. */
    async refresh(): Promise<void> {
      if (isStarted) await beats.again()
    },
    async stop(): Promise<void> {
      await beats.stop()
      if (isStarted) await leave().catch(() => {})
    },
  }
}

/** Engines that are ready elsewhere and not here; the best speech engine counts as an extra one. */
export function leftToOthers(own: WorkerEngines, others: readonly WorkerEngines[]): string[] {
  const here = needsMetBy(own)
  const there = others.flatMap(needsMetBy)
  const isBetter = others.some((other) => getRank(other) < getRank(own))
  return [...new Set(there.filter((need) => !here.includes(need))), ...(isBetter ? [NEEDS.bestSpeech] : [])]
}

function needsMetBy({ transcribers, analysts }: WorkerEngines): string[] {
  return [
    ...getIds(TRANSCRIBERS)
      .filter((id) => isReadyIn(transcribers, id))
      .map(NEEDS.speech),
    ...getIds(ANALYSTS)
      .filter((id) => isReadyIn(analysts, id))
      .map(NEEDS.recap),
  ]
}

/** The worker with the best speech engine; null: there is none. */
export function getBest(workers: readonly Worker[]): Worker | null {
  return workers.toSorted((a, b) => getRank(a.engines) - getRank(b.engines))[0] ?? null
}

export function isFetching({ speechModel }: Pick<Worker, 'speechModel'>): boolean {
  return speechModel?.state === 'fetching'
}

/** Rank of the best ready speech engine, in the order of preference. */
function getRank({ transcribers }: WorkerEngines): number {
  const rank = getIds(TRANSCRIBERS).findIndex((id) => isReadyIn(transcribers, id))
  return rank === -1 ? Infinity : rank
}

/** Whether one of them is the named engine, and ready. */
export function isReadyIn(statuses: readonly EngineStatus[], name: string): boolean {
  return statuses.some((status) => status.name === name && status.ready)
}

/**
 * Each engine once, from a worker where it is ready if possible. In the order of the first report, ready ones first.
 */
function merged(lists: EngineStatus[][]): EngineStatus[] {
  const byName = new Map<string, EngineStatus>()
  for (const status of lists.flat()) if (byName.get(status.name)?.ready !== true) byName.set(status.name, status)
  return [...byName.values()]
}
