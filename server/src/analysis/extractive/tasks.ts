import type { DraftItem } from '../analyst.ts'
import { actionItem, todoItem } from './actions.ts'
import { isBroken } from './clean.ts'
import { findCommitments, standing, type Commitment } from './commitments.ts'
import { namesDay } from './cues.ts'
import type { Sentence } from './sentences.ts'
import type { Cast } from './speakers.ts'
import { headOf } from './task-cues.ts'
import { wordsOf } from './words.ts'

/** Something to be done after the call, as it is shown. */
export interface Task {
  sentence: Sentence
  commitment: Commitment
  /** Who is to do it; null: all of them, or nobody was named. */
  owner: string | null
  action: DraftItem
  /** As a line to tick off; null where it was only considered. */
  todo: DraftItem | null
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
    .map((commitment): Task => ({ commitment, owner: commitment.owner, sentence: commitment.sentence, action: actionItem(commitment, sentences), todo: isSettled(commitment) ? todoItem(commitment, sentences) : null }))
    .filter(({ action }) => wordsOf(action.text).length >= FEWEST_WORDS && !isBroken(action.text))
    .toSorted((a, b) => b.commitment.strength - a.commitment.strength)
    .filter(({ commitment }, i) => i < (isFirm(commitment) ? firm : count))
    .toSorted((a, b) => a.sentence.index - b.sentence.index)
}

/** The lines to tick off, what one person has to do together; first who takes on something first, last what all have to do. */
export function todoList(tasks: readonly Task[]): DraftItem[] {
  const byOwner = Map.groupBy(tasks, ({ owner }) => owner)
  const shared = byOwner.get(null) ?? []
  byOwner.delete(null)
  return [...byOwner.values(), shared].flat().flatMap(({ todo }) => todo ?? [])
}

/** Promised, asked of somebody, or agreed for a day; what one can or should do stands among the action points alone. */
function isSettled({ kind, clause, owner }: Commitment): boolean {
  const weak = headOf(clause)?.weak ?? false
  return !weak && (kind === 'joint' ? namesDay(clause) : kind === 'promise' || owner !== null)
}

function isFirm({ kind, strength }: Commitment): boolean {
  return kind === 'promise' && strength >= FIRM
}
