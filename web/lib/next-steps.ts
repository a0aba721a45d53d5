import type { OutlineItem } from '@callfolio/shared/page/microsite-outline.ts'

/** Share of common words from which two entries on the same lines are one step. */
const LEAST_COMMON = 0.5

/** Whether two entries are the same step. */
export function saysTheSame(one: OutlineItem, other: OutlineItem): boolean {
  return likeness(one, other) > LEAST_COMMON
}

/**
 * How surely two entries are the same step: the share of the shorter one's words that the longer one contains, 0–1. 0
 * if they cite different lines; without lines all words have to match.
 */
export function likeness(one: OutlineItem, other: OutlineItem): number {
  if (!citeSameLines(one, other)) return 0
  const [fewer, more] = [getWords(one), getWords(other)].toSorted((a, b) => a.size - b.size)
  if (fewer === undefined || more === undefined || fewer.size === 0) return 0
  const common = fewer.intersection(more).size
  if (one.moment === null) return common === more.size ? 1 : 0
  return common / fewer.size
}

function citeSameLines({ moment: one }: OutlineItem, { moment: other }: OutlineItem): boolean {
  if (one === null || other === null) return one === other
  return one.startMs === other.startMs || one.segmentIds.some((id) => other.segmentIds.includes(id))
}

function getWords({ text }: OutlineItem): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}
