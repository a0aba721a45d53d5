import type { Word } from '@callfolio/shared/contract/transcript.ts'

/**
 * Mean confidence of words, weighted by duration: short filler words are easy to guess. Words without a confidence
 * don't count.
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
