import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { outlineOf, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { saysTheSame } from '../../lib/next-steps.ts'
import { possibleSteps, type PossibleStep } from '../withheld/possible-steps.ts'

export type StepList = 'todo_list' | 'action_points'

/** One thing of a page that its owner looks at before it is shared. */
export interface ReviewItem extends OutlineItem {
  key: string
  part: 'title' | 'summary' | 'steps' | 'possible'
  /** Where a next step stands; one that both lists tell is looked at once. */
  places: readonly { list: StepList; index: number }[]
  /** Not on the page: a promise that is put there once its owner has worded it. */
  possible?: PossibleStep
}

/**
 * What recipients read first and act on: the title, the summary line by line, and the next steps in the order of the call;
 * then the promises that the page doesn't tell.
 */
export function reviewItems(microsite: Microsite): ReviewItem[] {
  const outline = outlineOf(microsite)
  const { text, sentences } = outline.summary
  const title: ReviewItem = {
    key: 'title',
    part: 'title',
    text: microsite.title,
    speaker: null,
    moment: null,
    places: [],
  }
  const lines = sentences.length > 0 ? sentences : linesOf(text)
  return [
    title,
    ...lines.map((line, index): ReviewItem => ({ ...line, key: `summary ${index}`, part: 'summary', places: [] })),
    ...mergedSteps(
      stepsOf(microsite, 'todo_list', outline.todo_list),
      stepsOf(microsite, 'action_points', outline.action_points),
    ),
    ...possibleSteps(microsite).map((possible): ReviewItem => ({
      key: `possible ${possible.key}`,
      part: 'possible',
      text: possible.text,
      speaker: possible.speaker,
      moment: possible.moment,
      places: [],
      possible,
    })),
  ]
}

/** The entries of a list as they are stored. */
export function entriesOfList(microsite: Microsite, list: StepList): readonly ListEntry[] {
  return microsite[list] ?? microsite[`gpt_${list}`] ?? []
}

/** The words of an entry; an outline leaves out those without any. */
export function wordsOf(entry: ListEntry): string {
  return (typeof entry === 'string' ? entry : entry.text).trim()
}

function stepsOf(microsite: Microsite, list: StepList, items: readonly OutlineItem[]): ReviewItem[] {
  const filled = entriesOfList(microsite, list).flatMap((entry, index) => (wordsOf(entry) === '' ? [] : [index]))
  return items.map((item, place) => ({
    ...item,
    key: `${list} ${filled[place]}`,
    part: 'steps',
    places: [{ list, index: filled[place] ?? -1 }],
  }))
}

function mergedSteps(todos: readonly ReviewItem[], points: readonly ReviewItem[]): ReviewItem[] {
  const merged = todos.map((todo) => ({
    ...todo,
    places: [...todo.places, ...points.filter((point) => saysTheSame(todo, point)).flatMap(({ places }) => places)],
  }))
  const others = points.filter((point) => !todos.some((todo) => saysTheSame(todo, point)))
  const at = ({ moment }: ReviewItem) => moment?.startMs ?? Infinity
  return [...merged, ...others].toSorted((one, other) => (at(one) === at(other) ? 0 : at(one) - at(other)))
}

/** A text whose sentences lead nowhere, cut so that each can be judged. */
function linesOf(text: string): OutlineItem[] {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].flatMap(({ segment }) =>
    segment.split('\n'),
  )
  return sentences
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, speaker: null, moment: null }))
}
