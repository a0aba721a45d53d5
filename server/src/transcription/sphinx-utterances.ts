import { open, type FileHandle } from 'node:fs/promises'
import type { TimeRange } from '../media/media.ts'
import { readSamples, SAMPLE_RATE } from '../media/wav.ts'

/** Margin, because words right at the edge of a silence are cut. */
const PADDING_MS = 150
/** A click or a cough. */
const MIN_SPEECH_MS = 120
/** The recognizer's search grows with the length of an utterance; people pause before this. */
const MAX_UTTERANCE_MS = 20_000
/** A long utterance is cut at its quietest point after this. */
const MIN_UTTERANCE_MS = 10_000
const WINDOW_MS = 50

/**
 * The speech between silences, with a small margin, no utterance longer than 20 s.
 * @param silences in order, as Media.silences gives them for `wavPath`, a 16 kHz mono WAV of `durationMs`.
 */
export async function planUtterances(
  wavPath: string,
  durationMs: number,
  silences: readonly TimeRange[],
): Promise<TimeRange[]> {
  const wav = await open(wavPath)
  try {
    const utterances: TimeRange[] = []
    for (const speech of speechBetween(silences, durationMs)) utterances.push(...(await splitLong(wav, speech)))
    return utterances
  } finally {
    await wav.close()
  }
}

function speechBetween(silences: readonly TimeRange[], durationMs: number): TimeRange[] {
  const starts = [0, ...silences.map(({ endMs }) => endMs)]
  const ends = [...silences.map(({ startMs }) => startMs), durationMs]
  return starts
    .map((startMs, index) => ({ startMs, endMs: ends[index] ?? durationMs }))
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_SPEECH_MS)
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(0, startMs - PADDING_MS),
      endMs: Math.min(durationMs, endMs + PADDING_MS),
    }))
}

async function splitLong(wav: FileHandle, range: TimeRange): Promise<TimeRange[]> {
  const parts: TimeRange[] = []
  let startMs = range.startMs
  while (range.endMs - startMs > MAX_UTTERANCE_MS) {
    const cutMs = await quietestPlace(wav, { startMs: startMs + MIN_UTTERANCE_MS, endMs: startMs + MAX_UTTERANCE_MS })
    parts.push({ startMs, endMs: cutMs })
    startMs = cutMs
  }
  return [...parts, { startMs, endMs: range.endMs }]
}

/** The middle of the quietest window. */
async function quietestPlace(wav: FileHandle, { startMs, endMs }: TimeRange): Promise<number> {
  const samples = await readSamples(wav, startMs, endMs - startMs)
  const windowSize = samplesIn(WINDOW_MS)
  let quietest = { atMs: endMs, loudness: Infinity }
  for (let start = 0; start + windowSize <= samples.length; start += windowSize) {
    const loudness = samples.subarray(start, start + windowSize).reduce((sum, sample) => sum + Math.abs(sample), 0)
    if (loudness < quietest.loudness)
      quietest = { atMs: startMs + Math.round(((start + windowSize / 2) / SAMPLE_RATE) * 1000), loudness }
  }
  return quietest.atMs
}

function samplesIn(ms: number): number {
  return (ms * SAMPLE_RATE) / 1000
}
