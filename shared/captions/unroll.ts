import type { Passage } from './passage.ts'

/** Share of passages with repeated lines; below it, the speakers repeated themselves. */
const ROLLING_SHARE = 0.25
const FEWEST = 3
const TOUCHING_MS = 50

/**
 * Rolling captions: each cue repeats the previous lines above its new one (YouTube's automatic ones, with cues of 10
 * ms in between). Removes repeated lines; files that don't roll stay unchanged.
 */
export function unroll(passages: readonly Passage[]): Passage[] {
  const shown = passages.map(({ utterances }) => utterances.flatMap(({ lines }) => lines))
  const repeated = passages.map((passage, at) => {
    const before = passages[at - 1]
    const isTouching = before !== undefined && (passage.startMs ?? 0) <= (before.endMs ?? 0) + TOUCHING_MS
    return isTouching ? overlap(shown[at - 1] ?? [], shown[at] ?? []) : 0
  })
  const rolling = repeated.filter((count, at) => count > 0 && (shown[at]?.length ?? 0) > count).length
  if (rolling < FEWEST || rolling < passages.length * ROLLING_SHARE) return [...passages]
  return passages.flatMap((passage, at) => {
    let left = repeated[at] ?? 0
    const utterances = passage.utterances.flatMap((utterance) => {
      const lines = utterance.lines.slice(left)
      left = Math.max(0, left - utterance.lines.length)
      return lines.length > 0 ? [{ ...utterance, lines }] : []
    })
    return utterances.length > 0 ? [{ ...passage, utterances }] : []
  })
}

/** How many of one's last lines start the other. */
function overlap(before: readonly string[], lines: readonly string[]): number {
  const most = Math.min(before.length, lines.length, 4)
  for (let count = most; count > 0; count--)
    if (before.slice(-count).every((line, at) => line === lines[at])) return count
  return 0
}
