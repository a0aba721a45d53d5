import { z } from 'zod'
import { ANALYSTS, getIds } from '../engines.ts'

const count = z.number().int().nonnegative()

/** A model's results on the trial calls. */
export const modelTrialResultSchema = z.object({
  analyst: z.enum(getIds(ANALYSTS)),
  model: z.string(),
  /** Version of its prompts; null: it produced no recap. */
  prompts: z.string().nullable(),
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
  problem: z.string().nullable(),
  /** Processing time, and length of the calls. */
  seconds: z.number().nonnegative(),
  call_seconds: z.number().nonnegative(),
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
  progress: z.number().min(0).max(1),
  detail: z.string().nullable(),
  /** Why it ended without a result, as a sentence. */
  problem: z.string().nullable(),
  begun_at: z.iso.datetime(),
})
export type ModelTrialRun = z.infer<typeof modelTrialRunSchema>

/** The trial of the current recap model, as shown to operators. */
export const modelTrialSchema = z.object({
  /** Null: no model writes recaps here. `tokens`: approximate usage of a trial on an AI server. */
  model: z
    .object({
      analyst: z.enum(getIds(ANALYSTS)),
      name: z.string(),
      sends_to: z.string().nullable(),
      tokens: count.nullable(),
      /** Whether its recaps reached recipients before its trial. */
      trusted_untried: z.boolean(),
    })
    .nullable(),
  result: modelTrialResultSchema.nullable(),
  run: modelTrialRunSchema.nullable(),
  /** Models that passed and found more, the best first. */
  better: z.array(z.object({ model: z.string(), found: count, steps: count })),
})
export type ModelTrial = z.infer<typeof modelTrialSchema>

/** `overrule`: use the model although it failed; `withdraw`: stop doing so. */
export const modelTrialActionSchema = z.object({ action: z.enum(['start', 'cancel', 'overrule', 'withdraw']) })
export type ModelTrialAction = z.infer<typeof modelTrialActionSchema>['action']

export const MODEL_TRIAL_PATH = '/api/engines/model-trial'
