import { and, eq, like } from 'drizzle-orm'
import { modelTrialResultSchema, modelTrialRunSchema } from '@callfolio/shared/contract/model-trial.ts'
import type { ModelTrialResult, ModelTrialRun } from '@callfolio/shared/contract/model-trial.ts'
import type { Database } from '../db/database.ts'
import { parseJson } from '../kernel/parse-json.ts'

const RUN = 'model_trial'
const RESULT = 'model_trial_result'
/** Includes models that are no longer used; more than any operator tries. */
const MOST_RESULTS = 50

const getName = (analyst: string, model: string) => `${RESULT}:${analyst}:${model}`

/** The trials of models, for all processes on a database, stored next to operator settings. */
export function createTrialsRepo(db: Database) {
  const { operatorSettings } = db.schema
  const getRun = (value: string | undefined) => modelTrialRunSchema.safeParse(parseJson(value ?? '')).data ?? null
  const resultFor = (value: string | undefined) => modelTrialResultSchema.safeParse(parseJson(value ?? '')).data ?? null
  const read = async (name: string) => {
    const [row] = await db.select().from(operatorSettings).where(eq(operatorSettings.name, name))
    return row?.value
  }
  const write = (name: string, value: string) =>
    db
      .insert(operatorSettings)
      .values({ name, value })
      .onConflictDoUpdate({ target: operatorSettings.name, set: { value } })

  return {
    /** The last requested trial; null: it has its result, or none was requested. */
    run: async (): Promise<ModelTrialRun | null> => getRun(await read(RUN)),

    async beginRun(run: ModelTrialRun): Promise<void> {
      // Its keys in the order in which they are read.
      await write(RUN, JSON.stringify(modelTrialRunSchema.parse(run)))
    },

    /** @param before as it was read. @returns false when it has changed since, and nothing was written. */
    async changeRun(before: ModelTrialRun, change: Partial<ModelTrialRun>): Promise<boolean> {
      const isSame = and(eq(operatorSettings.name, RUN), eq(operatorSettings.value, JSON.stringify(before)))
      const value = JSON.stringify({ ...before, ...change })
      const rows = await db.update(operatorSettings).set({ value }).where(isSame).returning()
      return rows.length === 1
    },

    async endRun(): Promise<void> {
      await db.delete(operatorSettings).where(eq(operatorSettings.name, RUN))
    },

    result: async (analyst: string, model: string): Promise<ModelTrialResult | null> =>
      resultFor(await read(getName(analyst, model))),

    async saveResult(result: ModelTrialResult): Promise<void> {
      await write(getName(result.analyst, result.model), JSON.stringify(result))
    },

    /** The results of all models, unordered. */
    async results(): Promise<ModelTrialResult[]> {
      const rows = await db
        .select()
        .from(operatorSettings)
        .where(like(operatorSettings.name, `${RESULT}:%`))
        .limit(MOST_RESULTS)
      return rows.flatMap(({ value }) => resultFor(value) ?? [])
    },
  }
}
export type TrialsRepo = ReturnType<typeof createTrialsRepo>
