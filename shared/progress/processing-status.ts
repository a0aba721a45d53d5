import type { MicrositeCard } from '../contract/microsite.ts'
import { estimateText } from './estimate.ts'
import { STEP, STEPS } from './steps.ts'

export type ProcessingFacts = Pick<MicrositeCard, 'step' | 'step_detail' | 'waiting' | 'seconds_left'>

/**
 * Status text of a recording that the server has: "Waiting: 2 ahead of you, about 3 minutes", "transcribed 12 of 46
 * minutes, about 10 minutes left".
 */
export function processingLine(facts: ProcessingFacts): string {
  const { step, step_detail: detail, waiting } = facts
  if (waiting) return waitingLine(waiting)
  // The row is created when the last byte has arrived.
  const doing = detail ?? (step === STEP.upload ? 'Uploaded' : (STEPS[step] ?? ''))
  const left = timeLeftText(facts)
  return left === null ? doing : `${doing}, ${left}`
}

/** The same next to the step's own name; null if nothing more is known. */
export function processingDetail(facts: ProcessingFacts): string | null {
  if (facts.waiting) return waitingLine(facts.waiting)
  const known = [facts.step_detail, timeLeftText(facts)].filter((text) => text !== null)
  return known.length === 0 ? null : known.join(', ')
}

/** "about 4 minutes left"; null: unknown. */
function timeLeftText({ seconds_left: seconds }: Pick<ProcessingFacts, 'seconds_left'>): string | null {
  return seconds === undefined ? null : `${estimateText(seconds)} left`
}

function waitingLine({ before, seconds }: NonNullable<ProcessingFacts['waiting']>): string {
  const place = before === 0 ? 'Waiting: next in line' : `Waiting: ${before} ahead of you`
  return before === 0 || seconds === null ? place : `${place}, ${estimateText(seconds)}`
}
