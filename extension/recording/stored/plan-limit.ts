import type { Plan } from '@callfolio/shared/plans.ts'
import { LENGTH_TOLERANCE_SECONDS } from '@callfolio/shared/recording-limits.ts'

/** How long before a plan's limit the person is warned. */
const AHEAD_SECONDS = 120

/**
 * Message about the plan's maximum recording length; null: nothing yet. A recording is never cut off at the limit.
 * @param plan null if unknown.
 */
export function limitWarning(elapsedMs: number, plan: Plan | null): string | null {
  const limit = plan?.limits.videoSeconds ?? null
  if (plan === null || limit === null || elapsedMs < (limit - AHEAD_SECONDS) * 1000) return null
  const minutes = limit / 60
  return elapsedMs < limit * 1000
    ? `The ${plan.name} plan allows recordings up to ${minutes} minutes. You can continue: the recording is saved on this computer.`
    : `This recording exceeds the ${plan.name} plan’s ${minutes}-minute limit. After you stop, download it, or upgrade to upload it.`
}

/** Why a recording can't become a microsite with this plan; null when it can. An unknown plan blocks nothing. */
export function tooLongForPlan(durationMs: number, plan: Plan | null): string | null {
  const limit = plan?.limits.videoSeconds ?? null
  if (plan === null || limit === null || durationMs <= (limit + LENGTH_TOLERANCE_SECONDS) * 1000) return null
  return `The ${plan.name} plan allows recordings up to ${limit / 60} minutes. Upgrade to upload this one.`
}
