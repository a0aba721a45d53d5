import { ANALYSTS, getIds } from '@callfolio/shared/engines.ts'
import type { ModelBehind } from '../analysis/verification/trust.ts'
import type { Database } from '../db/database.ts'
import { createModelTrials, type ModelTrialsDeps } from './model-trials.ts'
import { trialRoutes, type TrialRoutesDeps } from './routes.ts'
import { createTrialsRepo } from './trials-repo.ts'

interface TrialsOptions extends Omit<ModelTrialsDeps, 'trials'> {
  db: Database
  http: Pick<TrialRoutesDeps, 'authenticate'>
  isOperator: TrialRoutesDeps['isOperator']
}

/** The trials of models that write recaps. */
export function createTrialsArea({ db, http, isOperator, ...deps }: TrialsOptions) {
  const modelTrials = createModelTrials({ ...deps, trials: createTrialsRepo(db) })
  return { ...modelTrials, routers: [trialRoutes({ ...http, isOperator, modelTrials })] }
}

/** @returns the trial result of the model behind a recap, for the pipeline. */
export function createModelLookup(db: Database) {
  const trials = createTrialsRepo(db)
  return async (name: string, model: string): Promise<ModelBehind | null> => {
    const analyst = getIds(ANALYSTS).find((id) => id === name)
    return analyst === undefined ? null : { analyst, trial: await trials.result(analyst, model) }
  }
}
