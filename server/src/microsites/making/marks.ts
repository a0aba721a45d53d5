import type { EvidenceItem } from '@callfolio/shared/contract/microsite.ts'

/** Chapters for the timestamps that a recorder marked, in ms; null without any. */
export function chaptersOfMarks(marks: readonly number[]): EvidenceItem[] | null {
  const times = [...new Set(marks)].toSorted((a, b) => a - b)
  return times.length === 0 ? null : times.map((start_ms, i) => ({ text: `Mark ${i + 1}`, start_ms }))
}

/** The chapters of an analysis together with a page's marks: chapters without an end. */
export function withMarks(chapters: readonly EvidenceItem[], present: readonly EvidenceItem[] | null): EvidenceItem[] {
  const marks = (present ?? []).filter(({ end_ms }) => end_ms === undefined)
  return [...chapters, ...marks].toSorted((a, b) => (a.start_ms ?? 0) - (b.start_ms ?? 0))
}
