import { withoutContext } from '@callfolio/shared/quoted-step.ts'
import { contentStems } from '../language/english.ts'
import { isQuote, type FoundStep } from './step-text.ts'

/** A step within this many lines is the same one, as is one anywhere that shares most of its words. */
const NEAR = 12
const ALIKE_NEAR = 0.4
const ALIKE = 0.6

/**
 * Merges steps with the same owner and common words. The last one provides the wording and the last stated day; the
 * longer task is kept where the last says less. A sure step keeps its words, and stays sure unless its day moves.
 */
export function mergeSteps(steps: readonly FoundStep[]): FoundStep[] {
  const merged: FoundStep[] = []
  for (const step of steps.toSorted((a, b) => getFirst(a) - getFirst(b))) {
    const at = merged.findIndex((other) => isSame(other, step))
    const before = merged[at]
    if (before === undefined) merged.push(step)
    else merged[at] = joined(before, step)
  }
  return merged
}

function isSame(one: FoundStep, other: FoundStep): boolean {
  if (one.owner !== other.owner) return false
  const [a, b] = [getWords(one), getWords(other)]
  const common = a.intersection(b).size / Math.max(1, Math.min(a.size, b.size))
  const places = new Set(one.places)
  const distance = other.places.some((place) => places.has(place)) ? 0 : getFirst(other) - (one.places.at(-1) ?? 0)
  return common >= (distance <= NEAR ? ALIKE_NEAR : ALIKE)
}

function joined(one: FoundStep, other: FoundStep): FoundStep {
  const sure = [one, other].find(({ isSure }) => isSure === true)
  const isMoved = sure !== undefined && [one, other].some(({ due }) => due !== '' && !isSameDay(due, sure.due))
  return {
    owner: other.owner,
    task: sure?.task ?? fuller(one, other).task,
    due: other.due || one.due,
    places: [...new Set([...one.places, ...other.places])].toSorted((a, b) => a - b),
    ...(sure !== undefined && !isMoved && { isSure: true }),
  }
}

/** Quoted words of the call say less than a reworded task. */
function fuller(one: FoundStep, other: FoundStep): FoundStep {
  if (isQuote(one) !== isQuote(other)) return isQuote(one) ? other : one
  return getWords(other).size >= getWords(one).size ? other : one
}

function isSameDay(one: string, other: string): boolean {
  const [a, b] = [new Set(contentStems(one)), new Set(contentStems(other))]
  return a.isSubsetOf(b) || b.isSubsetOf(a)
}

function getWords({ task, owner }: FoundStep): Set<string> {
  return new Set(contentStems(withoutContext(task))).difference(new Set(contentStems(owner ?? '')))
}

function getFirst({ places }: FoundStep): number {
  return places[0] ?? 0
}
