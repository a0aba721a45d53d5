import { engineTrialSchema, type EngineTrial } from '@callfolio/shared/contract/speech-model.ts'
import type { Notices } from '../db/processes/notices.ts'
import { AppError } from '../kernel/errors.ts'
import type { ModelFetch } from '../speech-models/model-fetch.ts'
import { getBest, createSharedEngines, type ReportedEngines, type SharedEnginesOptions } from './shared-engines.ts'
import { createSharedModelFetch } from './shared-model-fetch.ts'
import { createWorkerCalls, MOST_CHARACTERS } from './worker-calls.ts'

const NO_WORKER = 'No worker is running. Start one to transcribe recordings.'

interface SharedWorkersOptions<Engines extends ReportedEngines> extends Omit<
  SharedEnginesOptions<Engines>,
  'fetchStatus'
> {
  notices: Notices
  /** Of this process. */
  modelFetch: ModelFetch
  /** False: its settings use no speech model. */
  usesModel: boolean
}

/** All workers on a database, as each process reports and calls them. */
export function createSharedWorkers<Engines extends ReportedEngines>({
  notices,
  modelFetch,
  usesModel,
  ...options
}: SharedWorkersOptions<Engines>) {
  const calls = createWorkerCalls({ ...options, notices })
  const fetchStatus = async () => (usesModel ? modelFetch.status() : null)
  const workers = createSharedEngines({ ...options, fetchStatus })
  return {
    ...workers,
    modelFetch: createSharedModelFetch({ id: options.id, own: modelFetch, workers, calls }),
    /**
     * Runs a trial on the worker with the best speech engine. @throws AppError conflict when there is none, or with
     * its sentence.
     */
    async tryBest(): Promise<EngineTrial> {
      const best = getBest(await workers.list())
      if (best === null) throw new AppError('conflict', NO_WORKER)
      return engineTrialSchema.parse(await calls.ask(best.id, 'try'))
    },
    /** @param run tests this process's engine on request. */
    onTry(run: () => Promise<EngineTrial>): void {
      calls.serve('try', async () => {
        const trial = await run()
        return { ...trial, text: trial.text.slice(0, MOST_CHARACTERS) }
      })
    },
  }
}
