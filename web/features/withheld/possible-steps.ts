import type { ListEntry, Microsite } from '@callfolio/shared/contract/microsite.ts'
import { outlineOf, type Moment } from '@callfolio/shared/microsite-outline.ts'
import type { OwnerEdit } from '../microsite/edit/owner-edit.ts'
import { momentOf } from './withheld-rows.ts'

/** A promise of the call that the recap could not word: its owner may. */
export interface PossibleStep {
  key: number
  /** Who promised, and the words of the call. */
  text: string
  /** What its words begin with: "Teo Ruiz: ". */
  begin: string
  speaker: string | null
  moment: Moment
  /** Where it stands, for the entry that is made of it. */
  place: Omit<Exclude<ListEntry, string>, 'text'>
}

const LISTS = ['todo_list', 'action_points'] as const

/** The promises of a call that its page doesn't state, in the order of the call. One whose lines a next step stands on counts as stated. */
export function possibleSteps(site: Microsite): PossibleStep[] {
  const outline = outlineOf(site)
  const stated = LISTS.flatMap((list) => outline[list]).map(({ moment }) =>
    (moment?.segmentIds ?? []).toSorted().join(),
  )
  return (site.withheld ?? []).flatMap(({ reason, text, segment_ids }, key): PossibleStep[] => {
    const lines = site.segments.filter(({ id }) => segment_ids.includes(id))
    const place = momentOf(lines)
    if (reason !== 'unworded' || place.start_ms === undefined) return []
    const segmentIds = place.segment_ids ?? []
    if (stated.includes(segmentIds.toSorted().join())) return []
    return [
      {
        key,
        text,
        begin: text.slice(0, text.indexOf(': ') + 2),
        speaker: place.speaker ?? null,
        moment: { startMs: place.start_ms, endMs: place.end_ms ?? null, segmentIds },
        place,
      },
    ]
  })
}

/** True where nothing but whose step it is has been written. */
export function isUnwritten(words: string, { begin }: Pick<PossibleStep, 'begin'>): boolean {
  return words.trim() === '' || words.trim() === begin.trim()
}

/** The edit that adds next steps in their owner's words, where those that were found stand: in the todo list and among the action points. */
export function addSteps(
  site: Microsite,
  steps: readonly { words: string; step: Pick<PossibleStep, 'place'> }[],
  edit: OwnerEdit = {},
): OwnerEdit {
  if (steps.length === 0) return edit
  const entries = steps.map(({ words, step }) => ({ text: words.trim(), ...step.place }))
  const withEntries = (list: (typeof LISTS)[number]): ListEntry[] => {
    const before: readonly ListEntry[] = edit[list] ?? site[list] ?? site[`gpt_${list}`] ?? []
    const filled = before.filter((entry) => (typeof entry === 'string' ? entry : entry.text).trim() !== '')
    return entries.reduce(inserted, filled)
  }
  return { ...edit, todo_list: withEntries('todo_list'), action_points: withEntries('action_points') }
}

/** Before the first entry that is of a later moment, so that the owner's own order stays. */
function inserted(list: readonly ListEntry[], entry: Exclude<ListEntry, string>): ListEntry[] {
  const at = list.findIndex((other) => typeof other !== 'string' && (other.start_ms ?? -1) > (entry.start_ms ?? 0))
  return at < 0 ? [...list, entry] : list.toSpliced(at, 0, entry)
}
