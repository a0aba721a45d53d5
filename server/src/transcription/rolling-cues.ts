import { readUtterances } from './caption-text.ts'
import type { Cue } from './caption-cues.ts'

/** Of the cues; in a file that repeats lines less often, people repeat themselves. */
const ROLLING_SHARE = 0.25
const FEWEST = 3
const TOUCHING_MS = 50

/**
 * Live captions roll: each cue shows the line before once more above its new one (YouTube's automatic ones, with cues of
 * 10 ms in between). What is only shown again is taken out; files that don't roll stay as they are.
 */
export function unrollCues(cues: readonly Cue[]): Cue[] {
  const plain = cues.map(({ lines }) => readUtterances(lines).flatMap((utterance) => utterance.lines))
  const isRepeated = (i: number): boolean => {
    const [cue, before] = [cues[i], cues[i - 1]]
    const again = plain[i]?.[0]
    return (
      cue !== undefined &&
      before !== undefined &&
      again !== undefined &&
      again === plain[i - 1]?.at(-1) &&
      cue.startMs <= before.endMs + TOUCHING_MS
    )
  }
  const rolling = cues.filter((_, i) => isRepeated(i) && (plain[i]?.length ?? 0) > 1).length
  if (rolling < FEWEST || rolling < cues.length * ROLLING_SHARE) return [...cues]
  return cues.flatMap((cue, i) => {
    const lines = isRepeated(i) ? (plain[i] ?? []).slice(1) : cue.lines
    return lines.length > 0 ? [{ ...cue, lines }] : []
  })
}
