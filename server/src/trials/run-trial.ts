import { setTimeout as delay } from 'node:timers/promises'
import type { ModelTrialResult } from '@callfolio/shared/contract/model-trial.ts'
import { trialText } from '@callfolio/shared/model-trial-text.ts'
import type { Runner } from '../jobs/runner.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { ModelTrials } from './model-trials.ts'

export interface RunTrialOptions {
  signal: AbortSignal
  /** Receives a line about the progress. */
  printStatus: (line: string) => void
}

const POLL_MS = 500

/**
 * Tries the model in use and waits for the result; a running server may do the work.
 * @param runner takes the job in this process.
 * @returns the result, in lines.
 * @throws AppError conflict when one runs; PermanentFailure when it ends without a result.
 */
export async function runTrial(
  trials: Pick<ModelTrials, 'read' | 'start' | 'cancel'>,
  runner: Runner,
  { signal, printStatus }: RunTrialOptions,
): Promise<string[]> {
  await trials.start()
  runner.start()
  let printed = ''
  try {
    for (;;) {
      const { run, result, better } = await trials.read()
      if (run?.state === 'failed') throw new PermanentFailure('recap_failed', run.problem ?? 'The test didn’t finish.')
      if (run?.state === 'canceled') throw new PermanentFailure('unavailable', 'The test was canceled.')
      if (run === null && result !== null) return linesOf(result, better)
      const line = [`${Math.floor(100 * (run?.progress ?? 0))} %`, run?.detail].filter(Boolean).join(' · ')
      if (line !== printed) printStatus(line)
      printed = line
      await delay(POLL_MS, undefined, { signal })
    }
  } catch (error) {
    if (signal.aborted) await trials.cancel()
    throw signal.aborted ? signal.reason : error
  } finally {
    await runner.stop()
  }
}

function linesOf(result: ModelTrialResult, better: readonly { model: string; found: number; steps: number }[]) {
  const { passed, problem, faults, days_found, dated } = result
  return [
    `${passed ? 'Passed' : 'Failed'}: ${trialText(result)}`,
    ...(problem === null ? [] : [problem]),
    `Dates: ${days_found} of ${dated} correct.`,
    ...faults,
    ...better.map(({ model, found, steps }) => `Found more: ${model} (${found} of ${steps})`),
  ]
}
