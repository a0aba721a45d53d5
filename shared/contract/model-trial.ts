import * as z from 'zod/mini'
import { ANALYSTS, getIds } from '../engines.ts'

const count = z.int().check(z.nonnegative())

/** A model's results on the trial calls. */
export const modelTrialResultSchema = z.object({
  analyst: z.enum(getIds(ANALYSTS)),
  model: z.string(),
  /** Version of its prompts; null: it produced no recap. */
  prompts: z.nullable(z.string()),
  tried_at: z.iso.datetime(),
  passed: z.boolean(),
  /** True: an operator uses the model although it failed. */
  overruled: z.boolean(),
  /** Next steps in the calls, and those that the model found with their owner. */
  steps: count,
  found: count,
  /** Next steps with a date, and those found with that date. */
  dated: count,
  days_found: count,
  wrong_owners: count,
  /** Next steps that no one promised. */
  invented: count,
  /** Rejected, corrected, conditional or joking words stated as fact. */
  traps_told: count,
  /** What it missed and what it got wrong, one sentence each. */
  faults: z.array(z.string()),
  /** Why it produced no recap of a call, as a sentence; null: it recapped every call. */
  problem: z.nullable(z.string()),
  /** Processing time, and length of the calls. */
  seconds: z.number().check(z.nonnegative()),
  call_seconds: z.number().check(z.nonnegative()),
  /** Input and output tokens. */
  tokens: count,
})
export type ModelTrialResult = z.infer<typeof modelTrialResultSchema>

/** A requested trial that has no result yet, or ended without one. */
export const modelTrialRunSchema = z.object({
  analyst: z.enum(getIds(ANALYSTS)),
  model: z.string(),
  state: z.enum(['waiting', 'running', 'failed', 'canceled']),
  /** 0–1. */
  progress: z.number().check(z.minimum(0), z.maximum(1)),
  detail: z.nullable(z.string()),
  /** Why it ended without a result, as a sentence. */
  problem: z.nullable(z.string()),
  begun_at: z.iso.datetime(),
})
export type ModelTrialRun = z.infer<typeof modelTrialRunSchema>

/** The trial of the current recap model, as shown to operators. */
export const modelTrialSchema = z.object({
  /** Null: no model writes recaps here. `tokens`: approximate usage of a trial on an AI server. */
  model: z.nullable(
    z.object({
      analyst: z.enum(getIds(ANALYSTS)),
      name: z.string(),
      sends_to: z.nullable(z.string()),
      tokens: z.nullable(count),
      /** Whether its recaps reached recipients before its trial. */
      trusted_untried: z.boolean(),
    }),
  ),
  result: z.nullable(modelTrialResultSchema),
  run: z.nullable(modelTrialRunSchema),
  /** Models that passed and found more, the best first. */
  better: z.array(z.object({ model: z.string(), found: count, steps: count })),
})
export type ModelTrial = z.infer<typeof modelTrialSchema>

/** `overrule`: use the model although it failed; `withdraw`: stop doing so. */
export const modelTrialActionSchema = z.object({ action: z.enum(['start', 'cancel', 'overrule', 'withdraw']) })
export type ModelTrialAction = z.infer<typeof modelTrialActionSchema>['action']

export const MODEL_TRIAL_PATH = '/api/engines/model-trial'
