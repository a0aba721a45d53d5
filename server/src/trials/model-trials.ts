import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import type { ModelTrial, ModelTrialResult } from '@callfolio/shared/contract/model-trial.ts'
import { ANALYSTS, getIds, type AnalystName } from '@callfolio/shared/engines.ts'
import type { Analyst } from '../analysis/analyst.ts'
import { NEEDS } from '../jobs/needs.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { readTrialCalls, type TrialCall } from './trial-calls.ts'
import type { TrialsRepo } from './trials-repo.ts'
import type { TrialParts } from './try-model.ts'
import { createTrialJob, isUnderWay, JOB_ID, TRIAL_JOB } from './trial-job.ts'

const MOST_BETTER = 5
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
  const { trials, queue, engines, parts, clock } = deps
  let calls: Promise<TrialCall[]> | null = null
  const readCalls = () => (calls ??= readTrialCalls())

  /** The model that currently writes recaps. */
  async function current(): Promise<{ analyst: AnalystName; model: string; sendsTo: string | null } | null> {
    const { analysts } = await engines.statuses()
    const used = analysts.find(({ ready }) => ready)
    const analyst = getIds(ANALYSTS).find((id) => id === used?.name)
    if (used?.hour === undefined || analyst === undefined) return null
    return { analyst, model: used.hour.model, sendsTo: used.sends_to }
  }

  /** Estimated usage of a trial of an AI server; null: usage isn't counted there. */
  async function getTokens(name: AnalystName): Promise<number | null> {
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
    const others = (await trials.results()).filter(({ passed, model }) => passed && model !== result.model)
    const byModel = new Map(others.map(({ model, found, steps }) => [model, { model, found, steps }]))
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
        tokens: sendsTo === null ? null : await getTokens(analyst),
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

  const job = createTrialJob({ ...deps, readCalls })

  return { read, start, cancel, overrule, tryNewModel, handlers: { [TRIAL_JOB]: job } }
}
export type ModelTrials = ReturnType<typeof createModelTrials>

const FOREVER = { signal: new AbortController().signal }
