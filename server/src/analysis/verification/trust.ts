import { REVIEW_ALL } from '@callfolio/shared/contract/microsite.ts'
import { ANALYSTS, type AnalystName } from '@callfolio/shared/engines.ts'

/** A model's trial result, and whether an operator uses it regardless. */
export interface TrialOutcome {
  passed: boolean
  overruled: boolean
}

/** The model behind a recap; `trial` null: it was never tried. */
export interface ModelBehind {
  analyst: AnalystName
  trial: TrialOutcome | null
}

const FAILED = `The model that wrote this recap failed its test. ${REVIEW_ALL}`
const UNTRIED = `The model that wrote this recap was never tested. ${REVIEW_ALL}`
const UNRELIABLE = `Many items in this recap failed our checks. ${REVIEW_ALL}`

/**
 * Decides whether items that passed all checks reach recipients at once.
 * @param model null: no model that needs a trial.
 * @param isMostlyFaulty too many items of this recap failed the first check.
 * @returns why the whole recap waits for its owner, in a sentence; null: it doesn't.
 */
export function reasonToReview(model: ModelBehind | null, isMostlyFaulty: boolean): string | null {
  if (model !== null && model.trial === null && !ANALYSTS[model.analyst].trustedUntried) return UNTRIED
  if (model?.trial && !model.trial.passed && !model.trial.overruled) return FAILED
  return isMostlyFaulty ? UNRELIABLE : null
}
