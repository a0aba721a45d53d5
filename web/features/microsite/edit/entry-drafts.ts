import type { ListEntry } from '@callfolio/shared/contract/microsite.ts'

/** A list entry while it is edited. */
export interface EntryDraft {
  /** Identifies the row while it is edited. */
  key: number
  text: string
  /** null: unknown, or not said by one person. */
  speaker: string | null
  /** The original entry; null for a new one. */
  entry: ListEntry | null
}

/** A newly added row. */
export const NEW_ROW: Omit<EntryDraft, 'key'> = { text: '', speaker: null, entry: null }

/** Entries as editable rows. */
export function getDrafts(entries: readonly ListEntry[]): EntryDraft[] {
  return entries.map((entry, key) => ({
    key,
    text: typeof entry === 'string' ? entry : entry.text,
    speaker: typeof entry === 'string' ? null : (entry.speaker ?? null),
    entry,
  }))
}

/** Edited rows as entries: empty ones are left out, and an entry keeps its timestamp whatever its words became. */
export function getEntries(drafts: readonly EntryDraft[]): ListEntry[] {
  return drafts.flatMap(({ text, speaker, entry }): ListEntry[] => {
    const words = text.trim()
    if (words === '') return []
    if (entry === null || typeof entry === 'string') return speaker === null ? [words] : [{ text: words, speaker }]
    return [{ ...entry, text: words, ...(speaker === (entry.speaker ?? null) ? {} : { speaker }) }]
  })
}

/** Inserts a row after the one at `index` (-1: first). */
export function insertAfter(drafts: readonly EntryDraft[], index: number, row: Omit<EntryDraft, 'key'>): EntryDraft[] {
  const key = Math.max(-1, ...drafts.map((draft) => draft.key)) + 1
  return drafts.toSpliced(index + 1, 0, { key, ...row })
}

/** Moves a row up (-1) or down (1); has no effect beyond the first and last. */
export function moveRow(drafts: readonly EntryDraft[], index: number, by: -1 | 1): EntryDraft[] {
  const row = drafts[index]
  const target = index + by
  if (row === undefined || target < 0 || target >= drafts.length) return [...drafts]
  return drafts.toSpliced(index, 1).toSpliced(target, 0, row)
}
