import type { ListEntry } from '@callfolio/shared/contract/microsite.ts'

/** An entry of a list while it is edited. */
export interface EntryDraft {
  /** Names the row for as long as it is edited. */
  key: number
  text: string
  /** null: not known, or not said by one person. */
  speaker: string | null
  /** What it was made of; null for a new one. */
  entry: ListEntry | null
}

/** A row that was just added. */
export const NEW_ROW: Omit<EntryDraft, 'key'> = { text: '', speaker: null, entry: null }

/** Entries as rows to edit. */
export function draftsOf(entries: readonly ListEntry[]): EntryDraft[] {
  return entries.map((entry, key) => ({
    key,
    text: typeof entry === 'string' ? entry : entry.text,
    speaker: typeof entry === 'string' ? null : (entry.speaker ?? null),
    entry,
  }))
}

/** Edited rows as entries: empty ones are left out, and an entry keeps its moment whatever its words became. */
export function entriesOf(drafts: readonly EntryDraft[]): ListEntry[] {
  return drafts.flatMap(({ text, speaker, entry }): ListEntry[] => {
    const words = text.trim()
    if (words === '') return []
    if (entry === null || typeof entry === 'string') return speaker === null ? [words] : [{ text: words, speaker }]
    return [{ ...entry, text: words, ...(speaker === (entry.speaker ?? null) ? {} : { speaker }) }]
  })
}

/** Puts a row behind the one at `index` (-1: first). */
export function insertAfter(drafts: readonly EntryDraft[], index: number, row: Omit<EntryDraft, 'key'>): EntryDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return drafts.toSpliced(index + 1, 0, { key, ...row })
}

/** Moves a row up (-1) or down (1); the first and last stay where they are. */
export function moveRow(drafts: readonly EntryDraft[], index: number, by: -1 | 1): EntryDraft[] {
  const row = drafts[index]
  const target = index + by
  if (row === undefined || target < 0 || target >= drafts.length) return [...drafts]
  return drafts.toSpliced(index, 1).toSpliced(target, 0, row)
}
