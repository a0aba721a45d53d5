import { open, type FileHandle } from 'node:fs/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import { readSamples } from '../media/wav.ts'
import { countWords } from './count-words.ts'

type Line = Omit<Segment, 'id'>

/** "Thank you." Longer inventions usually have a sign that `withoutInvented` knows. */
const FEW_WORDS = 4
/** Words with a smaller gap to others belong to the same speech. */
const ALONE_MS = 3_000
/** How far around the words the audio is compared. */
const AROUND_MS = 10_000
/** Shorter windows follow syllables and beats. */
const SHORTEST_WINDOW_MS = 500
/** A voice raises the power of background sound by more than this: 3 dB. */
const RAISED = 2
/**
 * This much audio as loud as the words, without a recognized word, is music or noise. A cough or a chime is shorter.
 */
const WORDLESS_MS = 5_000

/**
 * Removes a few isolated words in music or noise, which recognizers invent: the audio around them is as loud for
 * seconds, without another word. Keeps a voice in a quiet place, or one louder than the background.
 * @param lines in order of time.
 * @param sound their audio, as Media.extractAudio writes it, with its silences in order.
 */
export async function withoutLoneWords<L extends Line>(
  lines: readonly L[],
  { wavPath, silences }: { wavPath: string; silences: readonly TimeRange[] },
): Promise<L[]> {
  const kept: L[] = []
  const wav = await open(wavPath)
  try {
    for (const [i, line] of lines.entries()) {
      const wordless = { startMs: lines[i - 1]?.end_ms ?? -Infinity, endMs: lines[i + 1]?.start_ms ?? Infinity }
      if (!(await isLone(line, wordless, { wav, silences }))) kept.push(line)
    }
  } finally {
    await wav.close()
  }
  return kept
}

async function isLone(
  { text, start_ms, end_ms }: Line,
  wordless: TimeRange,
  { wav, silences }: { wav: FileHandle; silences: readonly TimeRange[] },
): Promise<boolean> {
  if (countWords(text) > FEW_WORDS) return false
  if (start_ms - wordless.startMs < ALONE_MS || wordless.endMs - end_ms < ALONE_MS) return false
  const windowMs = Math.max(SHORTEST_WINDOW_MS, Math.round(end_ms - start_ms))
  const wordsPower = meanPower(await readSamples(wav, Math.round(start_ms), windowMs))
  const before = { startMs: Math.max(0, wordless.startMs, start_ms - AROUND_MS), endMs: start_ms }
  const after = { startMs: end_ms, endMs: Math.min(wordless.endMs, end_ms + AROUND_MS) }
  let loudMs = 0
  for (const range of [before, after]) {
    for (let startMs = Math.round(range.startMs); startMs + windowMs <= range.endMs; startMs += windowMs) {
      // With wrong word times, silence would count as loud as the words.
      if (silences.some((silence) => silence.startMs < startMs + windowMs && silence.endMs > startMs)) continue
      if (meanPower(await readSamples(wav, startMs, windowMs)) > wordsPower / RAISED) loudMs += windowMs
    }
  }
  return loudMs >= WORDLESS_MS
}

function meanPower(samples: Int16Array): number {
  return samples.length === 0 ? 0 : samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length
}
