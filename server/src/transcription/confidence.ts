import type { Word } from '@callfolio/shared/contract/transcript.ts'

/**
 * Mean confidence of words, weighed by their length in time: short filler words are guessed well everywhere. Words without
 * one don't count.
 * @returns 0–1; null where no word has one.
 */
export function meanConfidence(words: readonly Word[]): number | null {
  let [totalMs, sum] = [0, 0]
  for (const { confidence, start_ms, end_ms } of words) {
    if (confidence === undefined) continue
    totalMs += end_ms - start_ms
    sum += confidence * (end_ms - start_ms)
  }
  return totalMs === 0 ? null : sum / totalMs
}
