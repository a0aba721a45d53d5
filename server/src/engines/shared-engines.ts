import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { ANALYSTS, idsOf, TRANSCRIBERS, type AnalystName, type SpeechEngine } from '@callfolio/shared/engines.ts'
import type { Database } from '../db/database.ts'
import { NEEDS } from '../jobs/needs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { repeat } from '../kernel/repeat.ts'
import { createWorkersRepo, type WorkerEngines } from './workers-repo.ts'

/** How often a worker says that it is here, and for how long that holds. ms */
const BEAT_MS = 10_000
const HOLDS_MS = 30_000

/** What is told of a process' engines. */
interface ReportedEngines {
  statuses(): Promise<WorkerEngines>
  canTranscribe(name: SpeechEngine): Promise<boolean>
  canAnalyse(name: AnalystName): Promise<boolean>
}

interface SharedEnginesOptions<Engines extends ReportedEngines> {
  /** Of this process. */
  id: string
  engines: Engines
  db: Database
  /** False: it answers requests, and says what the workers have. */
  works: boolean
  clock: Clock
  log: Logger
}

/** The engines of all workers on a database, as each process tells of them. */
export function createSharedEngines<Engines extends ReportedEngines>({
  id,
  engines,
  db,
  works,
  clock,
  log,
}: SharedEnginesOptions<Engines>) {
  const workers = createWorkersRepo(db)
  let left: readonly string[] = []
  let alive = 1
  let isStarted = false
  const since = () => new Date(clock().getTime() - HOLDS_MS)

  /** Says what is here, and looks what others have. */
  async function beat(): Promise<void> {
    const own = await engines.statuses()
    await workers.announce(id, own, clock())
    await workers.bringBack(clock())
    await workers.removeUnseen(since())
    const others = (await workers.list(since())).filter((worker) => worker.id !== id)
    alive = others.length + 1
    left = leftToOthers(
      own,
      others.map((worker) => worker.engines),
    )
  }

  async function statuses(): Promise<WorkerEngines> {
    const all = (await workers.list(since())).map((worker) => worker.engines)
    // Before the first worker says something, and for one that has just become ready.
    if (works || all.length === 0) all.unshift(await engines.statuses())
    return {
      transcribers: merged(all.map(({ transcribers }) => transcribers)),
      analysts: merged(all.map(({ analysts }) => analysts)),
    }
  }
  const isReady = (found: EngineStatus[], name: string) => found.some((engine) => engine.name === name && engine.ready)
  const beats = repeat({ everyMs: BEAT_MS, log, run: beat })

  return {
    engines: {
      ...engines,
      statuses,
      canTranscribe: async (name: SpeechEngine) => isReady((await statuses()).transcribers, name),
      canAnalyse: async (name: AnalystName) => isReady((await statuses()).analysts, name),
    } satisfies ReportedEngines,
    /** What this worker has not and another one has: jobs that need it are left to that one. */
    left: () => left,
    /** How many workers there are, this one included, as of the last beat. */
    workers: () => alive,
    /** Resolves when the others know of it. */
    async start(): Promise<void> {
      if (!works) return
      isStarted = true
      beats.start()
      await beats.again()
    },
    /** To be called when other engines are ready than before. */
    async refresh(): Promise<void> {
      if (isStarted) await beats.again()
    },
    async stop(): Promise<void> {
      await beats.stop()
      if (isStarted) await workers.remove(id).catch(() => {})
    },
  }
}

/** What others are ready for and this one isn't; the best speech engine counts as one more. */
export function leftToOthers(own: WorkerEngines, others: readonly WorkerEngines[]): string[] {
  const here = needsMetBy(own)
  const there = others.flatMap(needsMetBy)
  const isBetter = others.some((other) => rankOf(other) < rankOf(own))
  return [...new Set(there.filter((need) => !here.includes(need))), ...(isBetter ? [NEEDS.bestSpeech] : [])]
}

function needsMetBy({ transcribers, analysts }: WorkerEngines): string[] {
  return [
    ...idsOf(TRANSCRIBERS)
      .filter((id) => isReadyIn(transcribers, id))
      .map(NEEDS.speech),
    ...idsOf(ANALYSTS)
      .filter((id) => isReadyIn(analysts, id))
      .map(NEEDS.recap),
  ]
}

/** The place of the best speech engine that is ready, in the order of preference. */
function rankOf({ transcribers }: WorkerEngines): number {
  const rank = idsOf(TRANSCRIBERS).findIndex((id) => isReadyIn(transcribers, id))
  return rank === -1 ? Infinity : rank
}

function isReadyIn(statuses: readonly EngineStatus[], name: string): boolean {
  return statuses.some((status) => status.name === name && status.ready)
}

/** Each engine once: as a worker has it that is ready. In the order of the first that tells of it, those that are ready first. */
function merged(lists: EngineStatus[][]): EngineStatus[] {
  const byName = new Map<string, EngineStatus>()
  for (const status of lists.flat()) if (byName.get(status.name)?.ready !== true) byName.set(status.name, status)
  return [...byName.values()]
}
