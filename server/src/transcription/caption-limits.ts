import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import { PermanentFailure } from '../kernel/errors.ts'

/**
 * Limits for a supplied transcript. Eight hours of call have some 77,000 words: 29,000 cues in rolling captions,
 * 450,000 characters if it is a single paragraph.
 */
const CAPTION_LIMITS = { lines: 40_000, speakers: 500, lineCharacters: 500_000 }

/** @throws PermanentFailure captions_too_large with a sentence that names the limit. */
export function assertWithinLimits(segments: readonly Segment[]): void {
  const { lines, speakers, lineCharacters } = CAPTION_LIMITS
  const found = [
    [segments.length, lines, (n: string) => `has ${n} lines`],
    [new Set(segments.map(({ speaker }) => speaker)).size, speakers, (n: string) => `names ${n} speakers`],
    [longest(segments), lineCharacters, (n: string) => `has a line of ${n} characters`],
  ] as const
  for (const [count, most, name] of found) {
    if (count > most)
      throw new PermanentFailure(
        'captions_too_large',
        `This transcript is too large: it ${name(inWords(count))}. The limit is ${inWords(most)}.`,
      )
  }
}

function longest(segments: readonly Segment[]): number {
  return segments.reduce((most, { text }) => Math.max(most, text.length), 0)
}

function inWords(count: number): string {
  return count.toLocaleString('en-GB')
}
