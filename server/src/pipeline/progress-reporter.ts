import type { Clock } from '../kernel/clock.ts'
import { describeError } from '../kernel/loggable-error.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Progress, RecordingSink } from './recording.ts'
import type { AnyStage } from './stage.ts'

/** Minimum time between two writes of a stage's progress. */
const WRITE_EVERY_MS = 500

export interface ProgressReporterOptions {
  stages: readonly AnyStage[]
  sink: Pick<RecordingSink, 'progress'>
  clock: Clock
  log: Logger
  /** Aborted when the job is lost or put back: nothing is written after that. */
  signal: AbortSignal
  /** Progress of an earlier run, 0–1: the reported progress never falls below it. */
  reached: number
}

/** Adds up the progress of the stages and reports to the sink about twice a second. */
export interface ProgressReporter {
  /** Starts stages; resolves when the sink has it. */
  begin(stages: readonly AnyStage[]): Promise<void>
  report(stage: AnyStage, fraction: number, detail: string | null): void
  finish(stage: AnyStage): void
  /** Resolves when no write is in progress. */
  flush(): Promise<void>
}

export function createProgressReporter({
  stages,
  sink,
  clock,
  log,
  signal,
  reached,
}: ProgressReporterOptions): ProgressReporter {
  const total = stages.reduce((sum, stage) => sum + stage.weight, 0)
  const fractions = new Map<AnyStage, number>()
  const details = new Map<AnyStage, string | null>()
  let running: readonly AnyStage[] = []
  let highest = reached
  let writing: Promise<void> | null = null
  let writtenAt = Number.NEGATIVE_INFINITY
  /** Writes a report that came too soon after the last write. */
  let later: NodeJS.Timeout | null = null

  function state(): Progress {
    const done = stages.reduce((sum, stage) => sum + stage.weight * (fractions.get(stage) ?? 0), 0)
    highest = Math.min(1, Math.max(highest, done / total))
    const busy = running.filter((stage) => fractions.get(stage) !== 1)
    const detail = busy.map((stage) => details.get(stage) ?? null).find((text) => text !== null) ?? null
    return { step: Math.max(0, ...running.map((stage) => stage.step)), progress: highest, detail }
  }

  async function write(): Promise<void> {
    clearLater()
    if (signal.aborted) return
    writtenAt = clock().getTime()
    // A failed report is no reason to stop the work.
    const failed = (error: unknown) => log.warn({ error: describeError(error) }, 'progress could not be written')
    writing = sink
      .progress(state())
      .catch(failed)
      .finally(() => (writing = null))
    await writing
  }

  async function flush(): Promise<void> {
    clearLater()
    await writing
  }

  function clearLater(): void {
    if (later !== null) clearTimeout(later)
    later = null
  }

  function writeLater(): void {
    later ??= setTimeout(() => {
      later = null
      if (writing === null) void write()
      else writeLater()
    }, WRITE_EVERY_MS)
  }

  return {
    async begin(starting) {
      running = starting
      await flush()
      await write()
    },
    report(stage, fraction, detail) {
      const before = fractions.get(stage) ?? 0
      fractions.set(stage, Math.min(1, Math.max(before, fraction)))
      details.set(stage, detail)
      if (writing === null && clock().getTime() - writtenAt >= WRITE_EVERY_MS) void write()
      else writeLater()
    },
    finish: (stage) => void fractions.set(stage, 1),
    flush,
  }
}
