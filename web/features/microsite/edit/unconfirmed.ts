import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { isConfirmed, outlineItem, type OutlineItem } from '@callfolio/shared/microsite-outline.ts'
import { saysTheSame } from '../../../lib/next-steps.ts'
import { storedEntries, type ListField, type OwnerEdit } from './owner-edit.ts'

/** An entry that only its owner sees until it is kept. */
export interface UnconfirmedEntry {
  /** Place in the list as it is stored. */
  index: number
  item: OutlineItem
}

/** What of a list nobody has confirmed yet, in the list's order. */
export function unconfirmedOf(site: Microsite, field: ListField): UnconfirmedEntry[] {
  return storedEntries(site, field)
    .map((entry, index) => ({ index, item: outlineItem(entry) }))
    .filter(({ item }) => !isConfirmed(item) && item.text !== '')
}

/** An entry that others see too. */
export function confirmed(entry: ListEntry): ListEntry {
  if (typeof entry === 'string') return entry
  const { unconfirmed: _, doubt: __, ...rest } = entry
  return rest
}

const STEP_LISTS: readonly ListField[] = ['todo_list', 'action_points']

/** The edit that keeps entries or removes them; a step that both lists state goes the same way in both. */
export function decideEntries(
  site: Microsite,
  field: ListField,
  chosen: readonly UnconfirmedEntry[],
  decision: 'keep' | 'remove',
): OwnerEdit {
  const fields = STEP_LISTS.includes(field) ? STEP_LISTS : [field]
  const edit: OwnerEdit = {}
  for (const one of fields) {
    const places = unconfirmedOf(site, one)
      .filter(({ index, item }) =>
        chosen.some((other) => (one === field ? other.index === index : saysTheSame(other.item, item))),
      )
      .map(({ index }) => index)
    if (places.length === 0) continue
    edit[one] = storedEntries(site, one).flatMap((entry, index) =>
      !places.includes(index) ? [entry] : decision === 'keep' ? [confirmed(entry)] : [],
    )
  }
  return edit
}
