import { isConfirmed } from '@callfolio/shared/page/microsite-outline.ts'
import type { Analysis } from '../src/analysis/analyst.ts'
import { contentWords } from './content-words.ts'

export const ITEM_KINDS = ['Title', 'Summary', 'Point', 'Action', 'To-do', 'Quote'] as const

/** One statement on a page. */
export interface PageItem {
  kind: (typeof ITEM_KINDS)[number]
  /** On one line; a quote's with its speaker. */
  text: string
}

/** A recap as recipients see it before its owner has accepted any suggestion. */
export function getConfirmed(recap: Analysis): Analysis {
  const { summary, quotes, actionPoints, importantPoints, todoList } = recap
  return {
    ...recap,
    summary: summary.filter(isConfirmed),
    quotes: quotes.filter(isConfirmed),
    actionPoints: actionPoints.filter(isConfirmed),
    importantPoints: importantPoints.filter(isConfirmed),
    todoList: todoList.filter(isConfirmed),
  }
}

/**
 * The items of a recap in the page's order. A to-do that only repeats an action is merged with it; the timeline of
 * the call is not an item.
 */
export function getItems({ title, summary, importantPoints, actionPoints, todoList, quotes }: Analysis): PageItem[] {
  const actions = actionPoints.map(({ text }) => contentWords(text))
  const repeats = (text: string) => actions.some((words) => words.symmetricDifference(contentWords(text)).size === 0)
  const items = (kind: PageItem['kind'], texts: readonly string[]) =>
    texts.map((text) => ({ kind, text: text.replaceAll(/\s+/g, ' ').trim() }))
  return [
    ...items('Title', title === null ? [] : [title]),
    ...items(
      'Summary',
      summary.map(({ text }) => text),
    ),
    ...items(
      'Point',
      importantPoints.map(({ text }) => text),
    ),
    ...items(
      'Action',
      actionPoints.map(({ text }) => text),
    ),
    ...items(
      'To-do',
      todoList.map(({ text }) => text).filter((text) => !repeats(text)),
    ),
    ...items(
      'Quote',
      quotes.map(({ text, speaker }) => `${text}${speaker ? ` (${speaker})` : ''}`),
    ),
  ]
}
