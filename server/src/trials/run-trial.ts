import { setTimeout as delay } from 'node:timers/promises'
import type { ModelTrialResult } from '@callfolio/shared/contract/model-trial.ts'
import { trialText } from '@callfolio/shared/model-trial-text.ts'
import type { Runner } from '../jobs/runner.ts'
import { PermanentFailure } from '../kernel/errors.ts'
import type { ModelTrials } from './model-trials.ts'
import { isUnderWay } from './trial-job.ts'

export interface RunTrialOptions {
  signal: AbortSignal
  /** Receives a line about the progress. */
  printStatus: (line: string) => void
}

const POLL_MS = 500

/**
 * Tries the model in use and waits for the result; a running server may do the work. Continues a test that is under way,
 * which a killed process may have left behind.
 * @param runner takes the job in this process.
 * @returns the result, in lines.
 * @throws PermanentFailure when it ends without a result.
 */
export async function runTrial(
  trials: Pick<ModelTrials, 'read' | 'start' | 'cancel'>,
  runner: Runner,
  { signal, printStatus }: RunTrialOptions,
): Promise<string[]> {
  const { run: before } = await trials.read()
  const isBegun = before === null || !isUnderWay(before)
  if (isBegun) await trials.start()
  runner.start()
  let printed = ''
  try {
    for (;;) {
      const { run, result, better } = await trials.read()
      if (run?.state === 'failed') throw new PermanentFailure('recap_failed', run.problem ?? 'The test didn’t finish.')
      if (run?.state === 'canceled') throw new PermanentFailure('unavailable', 'The test was canceled.')
      // Less memory is free than the model in use needs.
      if (run === null && result === null)
        throw new PermanentFailure('recap_failed', 'The test used another model. Free some memory, then test again.')
      if (run === null && result !== null) return getLines(result, better)
      const line = [`${Math.floor(100 * (run?.progress ?? 0))}%`, run?.detail].filter(Boolean).join(' · ')
      if (line !== printed) printStatus(line)
      printed = line
      await delay(POLL_MS, undefined, { signal })
    }
  } catch (error) {
    if (!signal.aborted) throw error
    if (isBegun) await trials.cancel()
    throw new PermanentFailure(
      'unavailable',
      isBegun ? 'The test was canceled.' : 'Stopped. The test continues on the server.',
    )
  } finally {
    await runner.stop()
  }
}

function getLines(result: ModelTrialResult, better: readonly { model: string; found: number; steps: number }[]) {
  const { passed, problem, faults, days_found, dated } = result
  return [
    `${passed ? 'Passed' : 'Failed'}: ${trialText(result)}`,
    ...(problem === null ? [] : [problem]),
    `Dates: ${days_found} of ${dated} correct.`,
    ...faults,
    ...better.map(({ model, found, steps }) => `Better model: ${model} found ${found} of ${steps} next steps`),
  ]
}
