import type { DraftItem } from '../analyst.ts'
import type { CallWords } from './call-words.ts'
import { namesDay } from './cues.ts'
import type { Task } from './tasks.ts'
import { wordsOf } from './words.ts'

const MOST_WORDS = 34
/** What one has to know beforehand to understand it. */
const LEANS = /\b(?:it|that|this|them|those|these|one|they)\b/i

/** The sentence a summary ends with: the surest thing to do with its day, and another person's or the next if both are short; none without a task. */
export function nextSteps(tasks: readonly Task[], words: CallWords): DraftItem[] {
  const clear = tasks.filter(({ action, owner, commitment }) => owner !== null && commitment.kind === 'promise' && !LEANS.test(action.text) && !action.text.includes('?'))
  const heaviest = Math.max(Number.EPSILON, ...clear.map((task) => weight(task, words)))
  const value = (task: Task) => task.commitment.strength + (namesDay(task.action.text) ? 1 : 0) + weight(task, words) / heaviest
  const surest = clear.toSorted((a, b) => value(b) - value(a))
  const [first] = surest
  if (first === undefined) return []
  const second = surest.find((task) => task !== first && task.owner !== first.owner) ?? surest[1]
  const both = second === undefined ? null : [first, second].toSorted((a, b) => a.sentence.index - b.sentence.index)
  const text = both === null ? null : both.map(({ action }) => action.text.replace(/\.$/, '')).join(', and ')
  if (both === null || text === null || wordsOf(text).length > MOST_WORDS) return [first.action]
  return [{ text: `${text}.`, segmentIds: [...new Set(both.flatMap(({ action }) => action.segmentIds))] }]
}

/** How much a task is about what the call is about. */
function weight({ commitment }: Task, words: CallWords): number {
  return [...commitment.stems].reduce((sum, stem) => sum + (words.get(stem) ?? 0), 0)
}
