import { z } from 'zod'
import { ANALYSTS, idsOf } from '../engines.ts'

const count = z.number().int().nonnegative()

/** What a model made of the trial calls. */
export const modelTrialResultSchema = z.object({
  analyst: z.enum(idsOf(ANALYSTS)),
  model: z.string(),
  /** Version of its prompts; null: it gave no recap. */
  prompts: z.string().nullable(),
  tried_at: z.iso.datetime(),
  passed: z.boolean(),
  /** True: an operator uses the model although it failed. */
  overruled: z.boolean(),
  /** Next steps of the calls, and those that the model found with their owner. */
  steps: count,
  found: count,
  /** Next steps with a day, and those found with that day. */
  dated: count,
  days_found: count,
  wrong_owners: count,
  /** Next steps that nobody promised. */
  invented: count,
  /** Refused, corrected, conditional or joking words that were told as fact. */
  traps_told: count,
  /** What it missed and what it got wrong, a sentence each. */
  faults: z.array(z.string()),
  /** Why it gave no recap of a call, a sentence; null: it gave one of each. */
  problem: z.string().nullable(),
  /** What the work took, and how long the calls are. */
  seconds: z.number().nonnegative(),
  call_seconds: z.number().nonnegative(),
  /** Tokens read and written. */
  tokens: count,
})
export type ModelTrialResult = z.infer<typeof modelTrialResultSchema>

/** A trial that was asked for and has no result yet, or ended without one. */
export const modelTrialRunSchema = z.object({
  analyst: z.enum(idsOf(ANALYSTS)),
  model: z.string(),
  state: z.enum(['waiting', 'running', 'failed', 'canceled']),
  /** 0–1. */
  progress: z.number().min(0).max(1),
  detail: z.string().nullable(),
  /** Why it ended without a result, a sentence. */
  problem: z.string().nullable(),
  begun_at: z.iso.datetime(),
})
export type ModelTrialRun = z.infer<typeof modelTrialRunSchema>

/** The trial of the model that writes recaps now, as operators see it. */
export const modelTrialSchema = z.object({
  /** Null: no model writes recaps here. `tokens`: what a trial takes of an AI server, roughly. */
  model: z
    .object({
      analyst: z.enum(idsOf(ANALYSTS)),
      name: z.string(),
      sends_to: z.string().nullable(),
      tokens: count.nullable(),
      /** Whether its recaps reach recipients before it was tried. */
      trusted_untried: z.boolean(),
    })
    .nullable(),
  result: modelTrialResultSchema.nullable(),
  run: modelTrialRunSchema.nullable(),
  /** Models that found more and passed, the best first. */
  better: z.array(z.object({ model: z.string(), found: count, steps: count })),
})
export type ModelTrial = z.infer<typeof modelTrialSchema>

/** `overrule`: use the model although it failed; `withdraw`: no longer. */
export const modelTrialActionSchema = z.object({ action: z.enum(['start', 'cancel', 'overrule', 'withdraw']) })
export type ModelTrialAction = z.infer<typeof modelTrialActionSchema>['action']

export const MODEL_TRIAL_PATH = '/api/engines/model-trial'
