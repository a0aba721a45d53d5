import type { OutlineItem } from '@callfolio/shared/microsite-outline.ts'

/**
 * Whether two entries are about one step: both stand on the same moment, and most words of the shorter one are in the
 * longer. Without moments all words have to be the same.
 */
export function saysTheSame(one: OutlineItem, other: OutlineItem): boolean {
  if (one.moment?.startMs !== other.moment?.startMs) return false
  const [fewer, more] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size)
  if (fewer === undefined || more === undefined) return false
  const common = fewer.intersection(more).size
  return one.moment === null ? common === more.size : common > fewer.size / 2
}

function wordsOf({ text }: OutlineItem): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}
