import type { ModelTrialResult } from './contract/model-trial.ts'
import { getCount, formatLength } from './format.ts'

/** "qwen3-4b found 9 of 11 next steps, 1 wrong owner, none invented; 3 min 10 s for 9 min of calls." */
export function trialText(result: ModelTrialResult): string {
  const { model, found, steps, wrong_owners, invented, seconds, call_seconds } = result
  const owners = wrong_owners === 0 ? 'no wrong owners' : getCount(wrong_owners, 'wrong owner')
  const made = `${model} found ${found} of ${steps} next steps, ${owners}, ${invented === 0 ? 'none' : invented} invented`
  const minutes = Math.max(1, Math.round(call_seconds / 60))
  return call_seconds === 0 ? `${made}.` : `${made}; ${formatLength(seconds * 1000)} for ${minutes} min of calls.`
}
