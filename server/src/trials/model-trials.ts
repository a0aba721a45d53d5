import { setTimeout as delay } from 'node:timers/promises'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { ModelTrial, ModelTrialResult, ModelTrialRun } from '@callfolio/shared/contract/model-trial.ts'
import { ANALYSTS, idsOf, type AnalystName } from '@callfolio/shared/engines.ts'
import type { FailureCode } from '@callfolio/shared/failures.ts'
import type { Analyst } from '../analysis/analyst.ts'
import type { JobHandler, JobRun } from '../jobs/handler.ts'
import { NEEDS } from '../jobs/needs.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError, PermanentFailure, TransientFailure } from '../kernel/errors.ts'
import { KNOWN_RESULTS } from './known-results.ts'
import { hasPassed, sumScores } from './score.ts'
import { readTrialCalls, type TrialCall } from './trial-calls.ts'
import type { TrialsRepo } from './trials-repo.ts'
import { tryModel, type TriedCall, type TrialParts } from './try-model.ts'

/** The queue's name for the trial of a model. */
const TRIAL_JOB = 'model_trial'
/** All trials share this id, so that only one runs at a time. */
const JOB_ID = 'model-trial'

const ATTEMPTS = 3
const IDLE_CHECK_MS = 2000
const REPORT_MS = 1000
const MOST_BETTER = 5
/** Failures that are the model's own: it was asked and gave no recap. */
const OF_THE_MODEL: readonly FailureCode[] = ['recap_failed', 'recap_timed_out', 'ai_unreadable']
const WAITING = 'Waiting for recordings in progress'
const NO_MODEL = 'No model writes recaps on this server.'
const RUNNING = 'A test is already running.'

export interface ModelTrialsDeps {
  trials: TrialsRepo
  queue: Pick<Queue, 'enqueue' | 'remove' | 'line'>
  engines: {
    /** The analyst of this process. */
    analysts: readonly Analyst[]
    /** The analysts of all workers, those in use first. */
    statuses: () => Promise<{ analysts: EngineStatus[] }>
  }
  parts: TrialParts
  /** Kinds of jobs that a model on this machine would hold up. */
  kindsOfCalls: readonly string[]
  clock: Clock
}

/** Trials of the models that write recaps: one at a time, by the job queue, after the work on real calls. */
export function createModelTrials(deps: ModelTrialsDeps) {
  const { trials, queue, engines, parts, kindsOfCalls, clock } = deps
  let calls: Promise<TrialCall[]> | null = null
  const readCalls = () => (calls ??= readTrialCalls())

  /** The model that currently writes recaps. */
  async function current(): Promise<{ analyst: AnalystName; model: string; sendsTo: string | null } | null> {
    const { analysts } = await engines.statuses()
    const used = analysts.find(({ ready }) => ready)
    const analyst = idsOf(ANALYSTS).find((id) => id === used?.name)
    if (used?.hour === undefined || analyst === undefined) return null
    return { analyst, model: used.hour.model, sendsTo: used.sends_to }
  }

  /** Estimated usage of a trial of an AI server; null: usage isn't counted there. */
  async function tokensOf(name: AnalystName): Promise<number | null> {
    const analyst = engines.analysts.find((each) => each.name === name)
    let tokens = 0
    for (const { captions } of await readCalls()) {
      const { segments } = await parts.tasks.run('readTranscript', { text: captions, durationMs: null }, FOREVER)
      const use = analyst?.estimate?.({ segments })
      if (!use) return null
      tokens += use.inputTokens + use.outputTokens
    }
    return tokens
  }

  async function better(result: ModelTrialResult | null): Promise<ModelTrial['better']> {
    if (result === null || result.passed) return []
    const passed = (await trials.results()).filter((each) => each.passed)
    const known = [...passed, ...KNOWN_RESULTS].filter(({ model }) => model !== result.model)
    const byModel = new Map(known.map(({ model, found, steps }) => [model, { model, found, steps }]))
    return [...byModel.values()]
      .filter(({ found, steps }) => found * result.steps > result.found * steps)
      .toSorted((a, b) => b.found / b.steps - a.found / a.steps)
      .slice(0, MOST_BETTER)
  }

  async function read(): Promise<ModelTrial> {
    const used = await current()
    const run = await trials.run()
    if (used === null) return { model: null, result: null, run: null, better: [] }
    const { analyst, model, sendsTo } = used
    const result = await trials.result(analyst, model)
    const isOfUsed = run?.analyst === analyst && run.model === model
    return {
      model: {
        analyst,
        name: model,
        sends_to: sendsTo,
        tokens: sendsTo === null ? null : await tokensOf(analyst),
        trusted_untried: ANALYSTS[analyst].trustedUntried,
      },
      result,
      run: run !== null && (isOfUsed || isUnderWay(run)) ? run : null,
      better: await better(result),
    }
  }

  /** @throws AppError conflict when one runs, or no model writes recaps. */
  async function start(): Promise<void> {
    const used = await current()
    if (used === null) throw new AppError('conflict', NO_MODEL)
    const running = await trials.run()
    if (running !== null && isUnderWay(running)) throw new AppError('conflict', RUNNING)
    const { analyst, model } = used
    const begun_at = clock().toISOString()
    await trials.beginRun({ analyst, model, state: 'waiting', progress: 0, detail: null, problem: null, begun_at })
    await queue.enqueue({ id: JOB_ID, kind: TRIAL_JOB, needs: NEEDS.recap(analyst) })
  }

  async function cancel(): Promise<void> {
    const run = await trials.run()
    if (run === null || !isUnderWay(run)) return
    // Its progress may have changed in between; the work ends either way.
    await trials.beginRun({ ...run, state: 'canceled' })
    await queue.remove(JOB_ID)
  }

  /** @throws AppError conflict when the model in use has no result. */
  async function overrule(overruled: boolean): Promise<void> {
    const used = await current()
    const result = used && (await trials.result(used.analyst, used.model))
    if (!result) throw new AppError('conflict', 'This model hasn’t been tested.')
    await trials.saveResult({ ...result, overruled })
  }

  /** Tries a local model once after it was installed. */
  async function tryNewModel(): Promise<void> {
    const used = await current()
    if (used === null || ANALYSTS[used.analyst].trustedUntried) return
    const run = await trials.run()
    if (run !== null && (run.model === used.model || isUnderWay(run))) return
    if ((await trials.result(used.analyst, used.model)) === null) await start()
  }

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
    const startedAt = clock().getTime()
    for (const [index, call] of all.entries()) {
      const report = (progress: number, detail: string | null) =>
        reporter.say({ progress: (index + progress) / all.length, detail: partOf(index, all.length, detail) })
      try {
        const attempt = (within: AbortSignal) => tryModel(analyst, call, parts, { signal: within, report })
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
    await reporter.settle()
    const result = resultOf({ asked, tried, problem, all, seconds: (clock().getTime() - startedAt) / 1000 })
    signal.throwIfAborted()
    // Canceled during the trial: report nothing.
    const run = await trials.run()
    if (run === null || !isUnderWay(run)) return
    await trials.saveResult({ ...result, tried_at: clock().toISOString() })
    await trials.endRun()
  }

  /** Yields to calls: stops a running trial, and restarts it when no call is being processed. */
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

  return { read, start, cancel, overrule, tryNewModel, handlers: { [TRIAL_JOB]: handler } }
}
export type ModelTrials = ReturnType<typeof createModelTrials>

const FOREVER = { signal: new AbortController().signal }

function isUnderWay({ state }: ModelTrialRun): boolean {
  return state === 'waiting' || state === 'running'
}

function partOf(index: number, of: number, detail: string | null): string {
  return [`Call ${index + 1} of ${of}`, detail].filter((part) => part !== null).join(': ')
}

interface Reporter {
  say: (change: Partial<Pick<ModelTrialRun, 'progress' | 'detail'>>) => void
  settle: () => Promise<void>
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
    settle: async () => void (await writing),
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
function resultOf({ asked, tried, problem, all, seconds }: Outcome): Omit<ModelTrialResult, 'tried_at'> {
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
    seconds: problem === null ? tried.reduce((sum, each) => sum + each.seconds, 0) : seconds,
    call_seconds: tried.reduce((sum, { callSeconds }) => sum + callSeconds, 0),
    tokens: uses.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0),
  }
}
