import type { MicrositeCard } from '@callfolio/shared/contract/microsite.ts'
import { isUnfinished } from '@callfolio/shared/progress/microsite-status.ts'
import type { Lane, Slots } from '../../jobs/lanes.ts'
import { LANES } from '../../jobs/lanes.ts'
import { getOrder, type LineJob } from '../../jobs/line.ts'
import type { Queue } from '../../jobs/queue.ts'
import type { MicrositeRow } from '../../db/schema.ts'
import { MICROSITE_JOB } from './job-kinds.ts'
import type { MicrositesRepo } from '../records/microsites-repo.ts'
import type { WorkState } from '../records/work-repo.ts'
import { SPEED, type SpeedsRepo } from './speeds-repo.ts'

/** The state of unfinished work: whether it waits, and how long it takes. */
export type WorkFacts = Pick<MicrositeCard, 'waiting' | 'seconds_left'>

export interface WorkFactsDeps {
  queue: Pick<Queue, 'line'>
  microsites: Pick<MicrositesRepo, 'listWork'>
  speeds: Pick<SpeedsRepo, 'all'>
  slots: Slots
}

/** @returns the facts of the microsites in progress, by id; those without any are left out. */
export async function readWorkFacts(
  { queue, microsites, speeds, slots }: WorkFactsDeps,
  rows: readonly Pick<MicrositeRow, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, WorkFacts>> {
  const facts = new Map<string, WorkFacts>()
  const asked = new Set(rows.filter(isUnfinished).map(({ id }) => id))
  if (asked.size === 0) return facts
  const jobs = await queue.line(MICROSITE_JOB)
  const work = await microsites.listWork(jobs.map(({ id }) => id))
  const measured = await speeds.all()
  const getSeconds = ({ id, lane }: LineJob) => secondsLeft(work.get(id) ?? null, lane, measured)
  for (const lane of LANES) {
    let ahead: number | null = 0
    getOrder(jobs, lane).forEach((job, before) => {
      const seconds = getSeconds(job)
      if (asked.has(job.id)) {
        const wait = ahead === null ? null : Math.round(ahead / slots[lane])
        facts.set(job.id, {
          ...(!job.running && { waiting: { before, seconds: wait } }),
          ...(job.running && seconds !== null && { seconds_left: Math.round(seconds) }),
        })
      }
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
