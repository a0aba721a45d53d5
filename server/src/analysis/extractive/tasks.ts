import type { DraftItem } from '../analyst.ts'
import { actionItem, todoItem } from './actions.ts'
import { isBroken } from './clean.ts'
import { findCommitments, standing, type Commitment } from './commitments.ts'
import type { Sentence } from './sentences.ts'
import type { Cast } from './speakers.ts'
import { wordsOf } from './words.ts'

/** Something to be done, as it is shown. */
export interface Task {
  sentence: Sentence
  commitment: Commitment
  /** Who is to do it; null: all of them, or nobody was named. */
  owner: string | null
  action: DraftItem
  todo: DraftItem
}

interface Limits {
  /** At most so many. */
  count: number
  /** Of firm promises at most so many. */
  firm: number
}

/** Where somebody hands out tasks, what others say they might do counts less. */
const BESIDE_ASSIGNED = 2
const FIRM = 2.2
const FEWEST_WORDS = 4

/** What is to be done after the call, the surest of it, in the order of the call. */
export function chooseTasks(sentences: readonly Sentence[], cast: Cast, { count, firm }: Limits): Task[] {
  const found = standing(findCommitments(sentences, cast))
  const assigned = found.some((commitment) => commitment.assigned)
  return found
    .filter(({ kind, strength }) => !assigned || kind === 'promise' || strength >= BESIDE_ASSIGNED)
    .map((commitment): Task => ({ commitment, owner: commitment.owner, sentence: commitment.sentence, action: actionItem(commitment, sentences), todo: todoItem(commitment, sentences) }))
    .filter(({ action }) => wordsOf(action.text).length >= FEWEST_WORDS && !isBroken(action.text))
    .toSorted((a, b) => b.commitment.strength - a.commitment.strength)
    .filter(({ commitment }, i) => i < (isFirm(commitment) ? firm : count))
    .toSorted((a, b) => a.sentence.index - b.sentence.index)
}

function isFirm({ kind, strength }: Commitment): boolean {
  return kind === 'promise' && strength >= FIRM
}
