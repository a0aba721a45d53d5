import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import type { Lane, Slots } from '../../jobs/lanes.ts'
import type { Clock } from '../../kernel/clock.ts'
import { LANES } from '../../jobs/lanes.ts'
import { getOrder, type OrderedJob } from '../../jobs/job-order.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { MICROSITE_JOB } from './job-kinds.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import type { WorkState } from '../records/work-repo.ts'
import { SPEED, type SpeedsRepo } from './speeds-repo.ts'

/** The state of unfinished work: whether it waits, and how long it takes. */
export type WorkFacts = Pick<MicrositeCard, 'waiting' | 'seconds_left'>

/** @returns the facts of at least these microsites, by id; those that aren't in progress are left out. */
export type ReadWorkFacts = (
  rows: readonly Pick<MicrositeRow, 'id' | 'status'>[],
) => Promise<ReadonlyMap<string, WorkFacts>>

interface WorkFactsDeps {
  queue: Pick<Queue, 'line'>
  microsites: Pick<MicrositesRepo, 'listWork'>
  speeds: Pick<SpeedsRepo, 'all'>
  slots: Slots
  clock: Clock
}

/** Everyone who waits polls; their answers are computed once in this time. ms */
const FRESH_MS = 500

/** Facts of the whole queue, which all readers share. */
export function createWorkFacts({ clock, ...deps }: WorkFactsDeps): ReadWorkFacts {
  let known: { facts: ReadonlyMap<string, WorkFacts>; at: number } = { facts: new Map(), at: -Infinity }
  return async (rows) => {
    const asked = rows.filter(isUnfinished).map(({ id }) => id)
    if (asked.length === 0) return new Map()
    const now = clock().getTime()
    const isFresh = Math.abs(now - known.at) < FRESH_MS && asked.every((id) => known.facts.has(id))
    if (!isFresh) known = { facts: await readAll(deps), at: now }
    return known.facts
  }
}

async function readAll({ queue, microsites, speeds, slots }: Omit<WorkFactsDeps, 'clock'>) {
  const facts = new Map<string, WorkFacts>()
  const jobs = await queue.line(MICROSITE_JOB)
  const work = await microsites.listWork(jobs.map(({ id }) => id))
  const measured = await speeds.all()
  const getSeconds = ({ id, lane }: OrderedJob) => secondsLeft(work.get(id) ?? null, lane, measured)
  for (const lane of LANES) {
    let ahead: number | null = 0
    getOrder(jobs, lane).forEach((job, before) => {
      const seconds = getSeconds(job)
      const wait = ahead === null ? null : Math.round(ahead / slots[lane])
      facts.set(job.id, {
        ...(!job.running && { waiting: { before, seconds: wait } }),
        ...(job.running && seconds !== null && { seconds_left: Math.round(seconds) }),
      })
      ahead = ahead === null || seconds === null ? null : ahead + seconds
    })
  }
  return facts
}

/** Null: nothing of its kind was measured on this machine. */
function secondsLeft(state: WorkState | null, lane: Lane, measured: ReadonlyMap<string, number>): number | null {
  const perSound = lane === 'long' ? measured.get(SPEED.sound) : undefined
  const whole =
    state?.durationMs && perSound !== undefined ? (state.durationMs / 1000) * perSound : measured.get(SPEED.job(lane))
  return whole === undefined ? null : whole * (1 - (state?.progress ?? 0))
}
