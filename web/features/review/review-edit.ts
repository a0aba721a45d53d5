import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { outlineOf } from '@callfolio/shared/microsite-outline.ts'
import { storedEntries, type ListField, type OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { confirmed } from '../microsite/edit/unconfirmed.ts'
import { addSteps } from '../withheld/possible-steps.ts'
import { summaryKey, summaryLines, wordsOf, type ReviewItem } from './review-items.ts'
import { isLeftOut, textOfItem, type Decisions } from './review-state.ts'

/** The edit that makes a page say what its owner decided; empty where all is kept. */
export function reviewEdit(microsite: Microsite, items: readonly ReviewItem[], decisions: Decisions): OwnerEdit {
  const changed = items.filter(({ key, unconfirmed = false }) => {
    const kind = decisions.get(key)?.kind
    return kind !== undefined && (kind !== 'kept' || unconfirmed)
  })
  const title = changed.find(({ part }) => part === 'title')
  const added = changed.flatMap((item) =>
    item.possible === undefined ? [] : [{ words: textOfItem(item, decisions), step: item.possible }],
  )
  return addSteps(microsite, added, {
    ...(title && { title: textOfItem(title, decisions) }),
    ...(changed.some(({ part }) => part === 'summary') && { summary: summaryOf(microsite, items, decisions) }),
    ...listOf('todo_list', microsite, changed, decisions),
    ...listOf('action_points', microsite, changed, decisions),
    ...listOf('important_points', microsite, changed, decisions),
    ...listOf('quotes', microsite, changed, decisions),
  })
}

/** The summary's text with its lines in place; what stood before a line that goes, goes with it. */
function summaryOf(microsite: Microsite, items: readonly ReviewItem[], decisions: Decisions): string {
  const { text } = outlineOf(microsite).summary
  const byKey = new Map(items.map((item) => [item.key, item]))
  let made = ''
  let from = 0
  for (const index of summaryLines(microsite).keys()) {
    const item = byKey.get(summaryKey(index))
    const start = item === undefined ? -1 : text.indexOf(item.text, from)
    if (item === undefined || start === -1) continue
    if (!isLeftOut(item, decisions)) made += text.slice(from, start) + textOfItem(item, decisions)
    from = start + item.text.length
  }
  return (made + text.slice(from)).trim()
}

/** The list with what was decided; an edited entry keeps its moment. */
function listOf(
  list: ListField,
  microsite: Microsite,
  changed: readonly ReviewItem[],
  decisions: Decisions,
): OwnerEdit {
  const byIndex = new Map(
    changed.flatMap((item) =>
      item.places.filter((place) => place.list === list).map(({ index }) => [index, item] as const),
    ),
  )
  if (byIndex.size === 0) return {}
  const entries = storedEntries(microsite, list).flatMap((entry, index): ListEntry[] => {
    if (wordsOf(entry) === '') return []
    const item = byIndex.get(index)
    if (item === undefined) return [entry]
    if (isLeftOut(item, decisions)) return []
    // A step of both lists is reviewed once, in the words of one: kept, it stays in each in its own.
    if (decisions.get(item.key)?.kind === 'kept') return [confirmed(entry)]
    const text = textOfItem(item, decisions)
    return [typeof entry === 'string' ? text : confirmed({ ...entry, text })]
  })
  return { [list]: entries }
}
