import { setTimeout as delay } from 'node:timers/promises'
import type { ModelTrialResult, ModelTrialRun } from '@callfolio/shared/contract/model-trial.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { Analyst, Checkpoint } from '../analysis/analyst.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { hasPassed, sumScores } from './score.ts'
import type { TrialCall } from './trial-calls.ts'
import type { TrialsRepo } from './trials-repo.ts'
import { tryModel, type TriedCall, type TrialParts } from './try-model.ts'

/** The queue's name for the trial of a model. */
export const TRIAL_JOB = 'model_trial'
/** All trials share this id, so that only one runs at a time. */
export const JOB_ID = 'model-trial'

const ATTEMPTS = 3
const IDLE_CHECK_MS = 2000
const REPORT_MS = 1000
/** Failures that are the model's own: it was asked and gave no recap. */
const OF_THE_MODEL: readonly FailureCode[] = ['recap_failed', 'recap_timed_out', 'ai_unreadable']
const WAITING = 'Waiting for recordings in progress'

interface TrialJobDeps {
  trials: TrialsRepo
  queue: Pick<Queue, 'remove' | 'line'>
  engines: {
    /** The analysts of this process. */
    analysts: readonly Analyst[]
  }
  parts: TrialParts
  /** Kinds of jobs that a model on this machine would hold up. */
  kindsOfCalls: readonly string[]
  readCalls: () => Promise<TrialCall[]>
  clock: Clock
}

/** The job that tries a model on the calls of the trial. */
export function createTrialJob({ trials, queue, engines, parts, kindsOfCalls, readCalls, clock }: TrialJobDeps) {
  let kept: Kept | null = null

  async function work({ signal }: JobRun): Promise<void> {
    const asked = await trials.run()
    if (asked === null || !isUnderWay(asked)) return
    const analyst = engines.analysts.find(({ name }) => name === asked.analyst)
    if (analyst === undefined) throw new PermanentFailure('analyst_missing')
    const status = await analyst.status()
    const reporter = createReporter(trials, clock)
    const all = await readCalls()
    const tried: TriedCall[] = []
    let problem: string | null = null
    if (kept?.of !== asked.begun_at) kept = { of: asked.begun_at, answers: {}, seconds: 0 }
    const { checkpoint, timed } = keeping(kept, clock)
    for (const [index, call] of all.entries()) {
      const report = (progress: number, detail: string | null) =>
        reporter.say({ progress: (index + progress) / all.length, detail: getPart(index, all.length, detail) })
      try {
        const attempt = (within: AbortSignal) =>
          timed(() => tryModel(analyst, call, parts, { signal: within, checkpoint, report }))
        report(0, null)
        // An AI server computes elsewhere, so no call waits for it.
        tried.push(status.sends_to === null ? await whenIdle(signal, reporter, attempt) : await attempt(signal))
      } catch (error) {
        signal.throwIfAborted()
        const isOwn = error instanceof PermanentFailure || error instanceof TransientFailure
        if (!isOwn || !OF_THE_MODEL.includes(error.code)) throw error
        problem = error.message
        break
      }
    }
    await reporter.flush()
    const result = resultFor({ asked, tried, problem, all, seconds: kept.seconds })
    signal.throwIfAborted()
    // Canceled during the trial: report nothing.
    const run = await trials.run()
    if (run === null || !isUnderWay(run)) return
    await trials.saveResult({ ...result, tried_at: clock().toISOString() })
    await trials.endRun()
  }

  /** Yields to calls: stops a running trial, and continues it when no call is being processed. */
  async function whenIdle<T>(
    signal: AbortSignal,
    reporter: Reporter,
    attempt: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const isBusy = async () => {
      for (const kind of kindsOfCalls) if ((await queue.line(kind)).length > 0) return true
      return false
    }
    for (;;) {
      while (await isBusy()) {
        reporter.say({ detail: WAITING })
        await delay(IDLE_CHECK_MS, undefined, { signal })
      }
      const busy = new AbortController()
      const ended = new AbortController()
      const watch = watchUntil(ended.signal, async () => (await isBusy()) && busy.abort())
      try {
        return await attempt(AbortSignal.any([signal, busy.signal]))
      } catch (error) {
        if (signal.aborted || !busy.signal.aborted) throw error
      } finally {
        ended.abort()
        await watch
      }
    }
  }

  const handler: JobHandler = {
    attempts: ATTEMPTS,
    run: work,
    async onFailed(_, { message }) {
      const run = await trials.run()
      if (run !== null && isUnderWay(run)) await trials.changeRun(run, { state: 'failed', problem: message })
      // Shown on the page of engines, not among the failed recordings.
      await queue.remove(JOB_ID)
    },
  }

  return handler
}

/** Whether a trial waits or runs. */
export function isUnderWay({ state }: ModelTrialRun): boolean {
  return state === 'waiting' || state === 'running'
}

function getPart(index: number, of: number, detail: string | null): string {
  return [`Call ${index + 1} of ${of}`, detail].filter((part) => part !== null).join(': ')
}

/** What a test has done so far, for when it is stopped for a call, or its model's process ends. */
interface Kept {
  /** When the test was begun. */
  of: string
  answers: Readonly<Record<string, unknown>>
  seconds: number
}

function keeping(kept: Kept, clock: Clock) {
  const checkpoint: Checkpoint = {
    read: async () => kept.answers,
    write: (answers) => void (kept.answers = { ...answers }),
  }
  const timed = async <T>(attempt: () => Promise<T>): Promise<T> => {
    const startedAt = clock().getTime()
    try {
      return await attempt()
    } finally {
      kept.seconds += (clock().getTime() - startedAt) / 1000
    }
  }
  return { checkpoint, timed }
}

interface Reporter {
  say: (change: Partial<Pick<ModelTrialRun, 'progress' | 'detail'>>) => void
  flush: () => Promise<void>
}

/** Stores the progress of a trial, at most once a second. */
function createReporter(trials: TrialsRepo, clock: Clock): Reporter {
  let pending: Parameters<Reporter['say']>[0] = {}
  let last = 0
  let writing: Promise<unknown> = Promise.resolve()
  const write = async () => {
    const change = pending
    const run = await trials.run()
    if (run !== null && isUnderWay(run)) await trials.changeRun(run, { state: 'running', ...change })
  }
  return {
    say(change) {
      pending = { ...pending, ...change }
      const now = clock().getTime()
      if (now - last < REPORT_MS) return
      last = now
      // A skipped write is made up for a second later.
      writing = writing.then(write).catch(() => {})
    },
    flush: async () => void (await writing),
  }
}

async function watchUntil(ended: AbortSignal, look: () => Promise<unknown>): Promise<void> {
  while (!ended.aborted) {
    await delay(IDLE_CHECK_MS, undefined, { signal: ended }).catch(() => {})
    if (!ended.aborted) await look().catch(() => {})
  }
}

interface Outcome {
  asked: ModelTrialRun
  tried: readonly TriedCall[]
  /** Null: there is a recap of each call. */
  problem: string | null
  all: readonly TrialCall[]
  seconds: number
}

/** Counts a call without a recap as missed. */
function resultFor({ asked, tried, problem, all, seconds }: Outcome): Omit<ModelTrialResult, 'tried_at'> {
  const missing = all.slice(tried.length).map(({ expected: { steps } }) => ({
    steps: steps.length,
    found: 0,
    dated: steps.filter(({ day }) => day !== null).length,
    days_found: 0,
    wrong_owners: 0,
    invented: 0,
    traps_told: 0,
    faults: steps.map(({ task }) => `Missed: ${task}`),
  }))
  const score = sumScores([...tried.map((each) => each.score), ...missing])
  const uses = tried.flatMap(({ use }) => use ?? [])
  return {
    analyst: asked.analyst,
    // The model in use when the test ran.
    model: uses[0]?.model ?? asked.model,
    prompts: uses[0]?.prompts ?? null,
    passed: problem === null && hasPassed(score),
    overruled: false,
    ...score,
    problem,
    seconds,
    call_seconds: tried.reduce((sum, { callSeconds }) => sum + callSeconds, 0),
    tokens: uses.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0),
  }
}
