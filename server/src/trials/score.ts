import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'
import type { ModelTrialResult } from '@callfolio/shared/contract/model-trial.ts'
import type { Analysis } from '../analysis/analyst.ts'
import { withoutQuote } from '@callfolio/shared/quoted-step.ts'
import { isWorded } from '../analysis/steps/step-text.ts'
import type { Expectation } from './trial-calls.ts'

/** The steps that a model found in a call, and its mistakes. */
export type Score = Pick<
  ModelTrialResult,
  'steps' | 'found' | 'dated' | 'days_found' | 'wrong_owners' | 'invented' | 'traps_told' | 'faults'
>

type Lists = Pick<Analysis, 'summary' | 'importantPoints' | 'actionPoints' | 'todoList'>
type Step = Expectation['steps'][number]

/** The share of the next steps that a model has to find, and the share of its listed next steps that may be wrong. */
const LEAST_FOUND = 0.6
const MOST_WRONG = 0.2
const MOST_FAULTS = 40
const LONGEST_TEXT = 200
const NEGATIONS =
  /\b(?:no|not|never|without|none|neither|cannot|declin|refus|reject|turn(?:ed|s)? down|left out|leave out|instead|rather than|correct|rule[sd]? out)|n['’]t\b/

/**
 * Compares a recap with what was agreed in a call. Items that wait for their owner because of a fault count as found,
 * and neither as wrong nor as stated.
 * @param participants their names as the transcript has them.
 */
export function scoreRecap(
  recap: Lists,
  { steps, also, traps }: Pick<Expectation, 'steps' | 'also' | 'traps'>,
  participants: readonly string[],
): Score {
  // What was said is no merit of the model, and no mistake.
  const told = [...recap.actionPoints, ...recap.todoList]
    .filter(({ text }) => isWorded(text))
    .map((item) => ({ ...item, text: withoutQuote(item.text) }))
  const getOwner = (text: string) => leadingName(text, participants)
  const isAbout = (text: string, { says }: Pick<Step, 'says'>) => says.every((words) => hasOne(text, words))
  const isBy = (text: string, owner: string | null) =>
    owner === null || (getOwner(text) === null ? hasOne(text, [owner]) : getOwner(text) === owner.toLowerCase())
  const tells = ({ text }: EvidenceItem, step: Pick<Step, 'says' | 'owner'>) =>
    isAbout(text, step) && isBy(text, step.owner)

  // The summary names the next meeting, which is everybody's step.
  const places = ({ owner }: Step) => (owner === null ? [...told, ...recap.summary] : told)
  const missed = steps.filter((step) => !places(step).some((item) => tells(item, step)))
  const dated = steps.filter(({ day }) => day !== null)
  const onDay = dated.filter((step) =>
    places(step).some((item) => tells(item, step) && hasOne(item.text, step.day ?? [])),
  )
  const strays = told.filter(
    (item) => item.doubt === undefined && ![...steps, ...also].some((step) => tells(item, step)),
  )
  const wrongOwners = strays.filter(({ text }) => getOwner(text) !== null && steps.some((step) => isAbout(text, step)))
  const invented = strays.filter(({ text }) => !steps.some((step) => isAbout(text, step)))
  const facts = [...recap.summary, ...recap.importantPoints, ...told].filter(({ doubt }) => doubt === undefined)
  const trapsTold = traps.flatMap((trap) => {
    const isFact = (text: string) => !NEGATIONS.test(text.toLowerCase()) && !hasOne(text, trap.unless)
    const item = facts.find(({ text }) => isAbout(text, trap) && isFact(text))
    return item === undefined ? [] : [`Stated as fact (in the call: ${trap.kind}): ${item.text}`]
  })
  return {
    steps: steps.length,
    found: steps.length - missed.length,
    dated: dated.length,
    days_found: onDay.length,
    wrong_owners: wrongOwners.length,
    invented: invented.length,
    traps_told: trapsTold.length,
    faults: [
      ...missed.map(({ task }) => `Missed: ${task}`),
      ...wrongOwners.map(({ text }) => `Wrong owner: ${text}`),
      ...invented.map(({ text }) => `Invented: ${text}`),
      ...trapsTold,
    ].map((fault) => fault.slice(0, LONGEST_TEXT)),
  }
}

/** The score of several calls together. */
export function sumScores(scores: readonly Score[]): Score {
  const sum = (of: Exclude<keyof Score, 'faults'>) => scores.reduce((all, score) => all + score[of], 0)
  return {
    steps: sum('steps'),
    found: sum('found'),
    dated: sum('dated'),
    days_found: sum('days_found'),
    wrong_owners: sum('wrong_owners'),
    invented: sum('invented'),
    traps_told: sum('traps_told'),
    faults: scores.flatMap(({ faults }) => faults).slice(0, MOST_FAULTS),
  }
}

/**
 * A model passes if it finds 60 % of the next steps, is wrong in at most 20 % of those it lists, and states no trap as
 * fact.
 */
export function hasPassed({ steps, found, wrong_owners, invented, traps_told }: Score): boolean {
  const wrong = wrong_owners + invented
  return found >= LEAST_FOUND * steps && wrong <= MOST_WRONG * (found + wrong) && traps_told === 0
}

/** Whether a word of the text starts with one of these. */
function hasOne(text: string, words: readonly string[]): boolean {
  const said = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}'’,.-]+/gu, ' ')} `
  return words.some((word) => said.includes(` ${word.toLowerCase()}`))
}

/** The participant's name that a text begins with, as in "Dev: Send …" or "Dev sends …", in lower case. */
function leadingName(text: string, participants: readonly string[]): string | null {
  const [first = ''] = text.toLowerCase().match(/[\p{L}\p{N}'’-]+/u) ?? []
  return participants.map((name) => name.toLowerCase().split(' ')[0] ?? '').find((name) => name === first) ?? null
}
