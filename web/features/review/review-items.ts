import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isConfirmed, outlineOf, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { saysTheSame } from '../../lib/next-steps.ts'
import { storedEntries, type ListField } from '../microsite/edit/owner-edit.ts'
import { possibleSteps, type PossibleStep } from '../withheld/possible-steps.ts'

/** One thing of a page that its owner reviews before it is shared. */
export interface ReviewItem extends OutlineItem {
  key: string
  part: 'title' | 'summary' | 'steps' | 'points' | 'quotes' | 'possible'
  /** Where an entry stands; a next step that both lists state is reviewed once. */
  places: readonly { list: ListField; index: number }[]
  /** Not on the page: a promise that is put there once its owner has worded it. */
  possible?: PossibleStep
}

/**
 * What recipients read first and act on: the title, the summary line by line, and the next steps in the order of the call;
 * then what nobody sees before its owner keeps it, and the promises that the page doesn't state.
 */
export function reviewItems(microsite: Microsite): ReviewItem[] {
  const outline = outlineOf(microsite)
  const title: ReviewItem = {
    key: 'title',
    part: 'title',
    text: microsite.title,
    speaker: null,
    moment: null,
    places: [],
  }
  const lines = summaryLines(microsite).map((line, index): ReviewItem => ({
    ...line,
    key: summaryKey(index),
    part: 'summary',
    places: [],
  }))
  const steps = mergedSteps(
    entriesOf(microsite, 'steps', 'todo_list', outline.todo_list),
    entriesOf(microsite, 'steps', 'action_points', outline.action_points),
  )
  const others = [
    ...entriesOf(microsite, 'points', 'important_points', outline.important_points),
    ...entriesOf(microsite, 'quotes', 'quotes', outline.quotes),
  ]
  return [
    title,
    ...[...lines, ...steps].filter(isConfirmed),
    ...[...steps, ...lines, ...others].filter((item) => !isConfirmed(item)),
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

/** The summary line by line. */
export function summaryLines(microsite: Microsite): readonly OutlineItem[] {
  const { text, sentences } = outlineOf(microsite).summary
  return sentences.length > 0 ? sentences : linesOf(text)
}

/** The key of a line of the summary. */
export const summaryKey = (index: number) => `summary ${index}`

/** The words of an entry; an outline leaves out those without any. */
export function wordsOf(entry: ListEntry): string {
  return (typeof entry === 'string' ? entry : entry.text).trim()
}

function entriesOf(
  microsite: Microsite,
  part: ReviewItem['part'],
  list: ListField,
  items: readonly OutlineItem[],
): ReviewItem[] {
  const filled = storedEntries(microsite, list).flatMap((entry, index) => (wordsOf(entry) === '' ? [] : [index]))
  return items.map((item, place) => ({
    ...item,
    key: `${list} ${filled[place]}`,
    part,
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

/** A text whose sentences lead nowhere, cut so that each can be reviewed. */
function linesOf(text: string): OutlineItem[] {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(text)].flatMap(({ segment }) =>
    segment.split('\n'),
  )
  return sentences
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, speaker: null, moment: null }))
}
