import { dayOf, type Habits, type Work } from './day.ts'
import measured from './hour-cost.json' with { type: 'json' }
import { isInTime, simulate, type Waits } from './simulate.ts'

/** What a plan is made for, of an hour of recording. Which figures of hour-cost.json are measured, and which assumed, is in docs/CAPACITY.md. */
export interface HourCost {
  /** Seconds of one core: all that is done with a recording that has captions, and what a speech model adds to it. */
  captionsSeconds: number
  speechSeconds: number
  /** Beside what grows with the recording. */
  callSeconds: number
  recordingMegabytes: number
  derivedMegabytes: number
  databaseMegabytes: number
  tokensRead: number
  tokensWritten: number
}

export interface PlanRow {
  habits: Habits
  hours: number
  /** A worker has as many cores as a speech engine computes on. */
  workers: number
  cores: number
  long: Waits
  short: Waits
  gigabytesPerDay: number
  tokensPerDay: number
}

/** A speech engine computes on two cores. */
const CORES_PER_WORKER = 2
/** At the peak 95 of 100 recordings begin within so long. */
const WAIT_SECONDS = 15 * 60
const SEED = 2026

export const HABITS: readonly Habits[] = [10, 1000, 100_000].map((people) => ({
  people,
  callsPerDay: 3,
  meanMinutes: 30,
  withCaptions: 0.5,
  timeZones: people > 10_000 ? 3 : 1,
}))

/** What transcribes a recording without captions, and what an hour costs with it. */
export const SPEECH_COSTS: readonly { name: string; cost: HourCost }[] = [
  { name: 'the built-in engine', cost: { ...measured, speechSeconds: measured.builtInSeconds } },
  { name: 'a speech model', cost: measured },
]

/** The least number of workers with which a working day's calls begin in time, and what they take. */
export function planFor(habits: Habits, cost: HourCost = measured, seed = SEED): PlanRow {
  const work: Work = {
    perHour: {
      captions: cost.captionsSeconds,
      speech: cost.captionsSeconds + cost.speechSeconds / CORES_PER_WORKER,
    },
    perCall: cost.callSeconds,
  }
  const { long, short, hours } = dayOf(habits, work, seed)
  const inTime = (workers: number) => isInTime(long, workers, WAIT_SECONDS)
  let [least, most] = [1, 1]
  while (!inTime(most)) [least, most] = [most + 1, most * 2]
  while (least < most) {
    const middle = Math.floor((least + most) / 2)
    if (inTime(middle)) most = middle
    else least = middle + 1
  }
  const megabytes = cost.recordingMegabytes + cost.derivedMegabytes + cost.databaseMegabytes
  return {
    habits,
    hours,
    workers: most,
    cores: most * CORES_PER_WORKER,
    long: simulate(long, most),
    short: simulate(short, most),
    gigabytesPerDay: (hours * megabytes) / 1000,
    tokensPerDay: hours * (cost.tokensRead + cost.tokensWritten),
  }
}

/** The plans as lines of a table. */
export function planTable(rows: readonly PlanRow[]): string[] {
  const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`
  const number = (value: number) => Math.round(value).toLocaleString('en-US')
  return [
    '| people | hours of recording a day | workers (cores) | speech waits: mean, 95 of 100, at worst | captions wait: 95 of 100 | busy | stored a day | tokens a day with a model |',
    '|---|---|---|---|---|---|---|---|',
    ...rows.map(
      ({ habits, hours, workers, cores, long, short, gigabytesPerDay, tokensPerDay }) =>
        `| ${number(habits.people)} | ${number(hours)} | ${number(workers)} (${number(cores)}) | ${minutes(long.meanWait)}, ${minutes(long.p95Wait)}, ${minutes(long.maxWait)} | ${minutes(short.p95Wait)} | ${Math.round(long.busy * 100)} % | ${number(gigabytesPerDay)} GB | ${number(tokensPerDay / 1_000_000)} million |`,
    ),
  ]
}

/** How old the oldest recording without captions gets, hour by hour. */
export function dayTable({ long }: PlanRow): string[] {
  return [
    `| hour | ${long.oldestByHour.map((_, hour) => hour).join(' | ')} |`,
    `|---|${long.oldestByHour.map(() => '---').join('|')}|`,
    `| oldest, minutes | ${long.oldestByHour.map((age) => Math.round(age / 60)).join(' | ')} |`,
  ]
}
