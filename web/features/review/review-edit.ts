import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { outlineOf } from '@callfolio/shared/microsite-outline.ts'
import type { OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { addSteps } from '../withheld/possible-steps.ts'
import { entriesOfList, wordsOf, type ReviewItem, type StepList } from './review-items.ts'
import { textOfItem, type Decisions } from './review-state.ts'

/** The edit that makes a page say what its owner decided; empty where all is kept. */
export function reviewEdit(microsite: Microsite, items: readonly ReviewItem[], decisions: Decisions): OwnerEdit {
  const changed = items.filter(({ key }) => (decisions.get(key)?.kind ?? 'kept') !== 'kept')
  const title = changed.find(({ part }) => part === 'title')
  const added = changed.flatMap((item) =>
    item.possible === undefined ? [] : [{ words: textOfItem(item, decisions), step: item.possible }],
  )
  return addSteps(microsite, added, {
    ...(title && { title: textOfItem(title, decisions) }),
    ...(changed.some(({ part }) => part === 'summary') && { summary: summaryOf(microsite, items, decisions) }),
    ...listOf('todo_list', microsite, changed, decisions),
    ...listOf('action_points', microsite, changed, decisions),
  })
}

/** The summary's text with its lines in place; what stood before a removed line goes with it. */
function summaryOf(microsite: Microsite, items: readonly ReviewItem[], decisions: Decisions): string {
  const { text } = outlineOf(microsite).summary
  let made = ''
  let from = 0
  for (const item of items) {
    if (item.part !== 'summary') continue
    const start = text.indexOf(item.text, from)
    if (start === -1) continue
    if (decisions.get(item.key)?.kind !== 'removed') made += text.slice(from, start) + textOfItem(item, decisions)
    from = start + item.text.length
  }
  return (made + text.slice(from)).trim()
}

/** The list with what was decided; an edited entry keeps its moment. */
function listOf(list: StepList, microsite: Microsite, changed: readonly ReviewItem[], decisions: Decisions): OwnerEdit {
  const byIndex = new Map(
    changed.flatMap((item) =>
      item.places.filter((place) => place.list === list).map(({ index }) => [index, item] as const),
    ),
  )
  if (byIndex.size === 0) return {}
  const entries = entriesOfList(microsite, list).flatMap((entry, index): ListEntry[] => {
    if (wordsOf(entry) === '') return []
    const item = byIndex.get(index)
    if (item === undefined) return [entry]
    if (decisions.get(item.key)?.kind === 'removed') return []
    const text = textOfItem(item, decisions)
    return [typeof entry === 'string' ? text : { ...entry, text }]
  })
  return { [list]: entries }
}
