import type { PlainEdit } from '@callfolio/shared/contract/microsite-fields.ts'
import type { ListEntry, Microsite, SegmentEdit } from '@callfolio/shared/contract/microsite.ts'
import { editLine, originalLine } from '@callfolio/shared/transcript/edit-line.ts'

/** The sections whose edited version is stored next to the analysis' version. */
export type EditedField = 'summary' | ListField
export type ListField = 'quotes' | 'action_points' | 'important_points' | 'todo_list'

/** An owner's edit of a microsite; null for a section restores the analysis' version. */
export type OwnerEdit = Partial<
  Pick<
    Microsite,
    | keyof PlainEdit
    | 'tags'
    | EditedField
    | 'suggested_speakers'
    | 'private_lines'
    | 'summary_evidence'
    | 'withheld'
    | 'possible_steps'
  >
> & {
  segments?: SegmentEdit[] | null
  rename_speaker?: { from: string; to: string }
}

/** The stored entries of a list: the owner's if there are any, else the analysis'. */
export function storedEntries(site: Microsite, field: ListField): readonly ListEntry[] {
  return site[field] ?? site[`gpt_${field}`] ?? []
}

/** The list entries that recipients see too. */
export function shownEntries(site: Microsite, field: ListField): ListEntry[] {
  return storedEntries(site, field).filter((entry) => !waits(entry))
}

/** A list edited by its owner, with the entries awaiting review put back. */
export function withWaiting(site: Microsite, field: ListField, edited: readonly ListEntry[]): ListEntry[] {
  return storedEntries(site, field)
    .filter(waits)
    .reduce(insertByTime, [...edited])
}

/** Inserts an entry before the first one with a later time, so that the owner's order stays. */
export function insertByTime(entries: readonly ListEntry[], entry: ListEntry): ListEntry[] {
  const startMs = (typeof entry === 'string' ? undefined : entry.start_ms) ?? Infinity
  const at = entries.findIndex((other) => typeof other !== 'string' && (other.start_ms ?? -1) > startMs)
  return at < 0 ? [...entries, entry] : entries.toSpliced(at, 0, entry)
}

function waits(entry: ListEntry): boolean {
  return typeof entry !== 'string' && entry.unconfirmed === true
}

/** The microsite after the edit, shown until the server answers. */
export function applyEdit(
  site: Microsite,
  { segments: lines = [], rename_speaker: rename, ...fields }: OwnerEdit,
): Microsite {
  const byId = new Map(lines?.map((line) => [line.id, line]))
  const named = (speaker: string | null) => (rename !== undefined && speaker === rename.from ? rename.to : speaker)
  const segments = site.segments.map((segment) => {
    const edited = lines === null ? originalLine(segment) : editLine(segment, byId.get(segment.id))
    return editLine(edited, { speaker: named(edited.speaker) })
  })
  const renamed = (entries: ListEntry[] | null) =>
    entries?.map((entry) =>
      typeof entry === 'string' || entry.speaker === undefined ? entry : { ...entry, speaker: named(entry.speaker) },
    ) ?? null
  return {
    ...site,
    ...(rename && {
      quotes: renamed(site.quotes),
      gpt_quotes: renamed(site.gpt_quotes),
      action_points: renamed(site.action_points),
      gpt_action_points: renamed(site.gpt_action_points),
      important_points: renamed(site.important_points),
      gpt_important_points: renamed(site.gpt_important_points),
      todo_list: renamed(site.todo_list),
      gpt_todo_list: renamed(site.gpt_todo_list),
    }),
    ...fields,
    segments,
  }
}

/**
 * The edit that undoes `edit`.
 * @param before the microsite it was applied to. @param after the result; quotes that lost their words are restored
 * too.
 */
export function getUndo(before: Microsite, edit: OwnerEdit, after: Microsite): OwnerEdit {
  const { segments: lines = [], rename_speaker: rename, ...fields } = edit
  const undo: OwnerEdit = {}
  for (const field of Object.keys(fields) as (keyof typeof fields)[]) Object.assign(undo, { [field]: before[field] })
  if (lines?.length === 0 && !rename) return undo
  const changed = new Set((lines ?? before.segments.filter(({ heard }) => heard)).map(({ id }) => id))
  undo.segments = before.segments
    .filter(({ id, speaker }) => changed.has(id) || (rename !== undefined && speaker === rename.from))
    .map(({ id, text, speaker }) => ({ id, text, speaker }))
  if (storedEntries(after, 'quotes').length < storedEntries(before, 'quotes').length)
    undo.quotes = [...storedEntries(before, 'quotes')]
  return undo
}
