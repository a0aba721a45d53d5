import { open } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Segment } from '@callfolio/shared/contract/transcript.ts'
import type { TimeRange } from '../media/media.ts'
import { COEFFICIENTS, readVoiceFrames, type VoiceFrames } from './voice-features.ts'

/** A bit of speech that one person says: a word or two. */
export interface VoiceUnit extends TimeRange {
  /** Coefficients of its frames with a voice in them, frame after frame. */
  frames: Float32Array
}

/** Shorter words are taken together with their neighbours: a voice can't be known from them. */
const UNIT_MS = 300
/** Words further apart are not one unit. */
const UNIT_GAP_MS = 200
/** Where words have no times. */
const PIECE_MS = 500
/** Frames so far below the recording's loud places are pauses and consonants, which everyone has alike. */
const BELOW_LOUD_DB = 30
const LOUD_PERCENTILE = 0.95

/** The units of a transcript with their voices, from a WAV of Media.extractAudio. */
export async function readVoiceUnits(
  wavPath: string,
  segments: readonly Segment[],
  signal: AbortSignal,
): Promise<VoiceUnit[]> {
  const wav = await open(wavPath)
  try {
    const read: (TimeRange & VoiceFrames)[] = []
    for (const range of segments.flatMap(rangesOf)) {
      read.push({ ...range, ...(await readVoiceFrames(wav, range)) })
      // Requests are answered in between.
      await yieldToEventLoop(undefined, { signal })
    }
    const quietest =
      percentile(
        read.map(({ loudness }) => loudness),
        LOUD_PERCENTILE,
      ) - BELOW_LOUD_DB
    return read.map(({ startMs, endMs, loudness, coefficients }) => ({
      startMs,
      endMs,
      frames: pick(coefficients, loudness, quietest),
    }))
  } finally {
    await wav.close()
  }
}

function rangesOf({ words = [], start_ms, end_ms }: Segment): TimeRange[] {
  if (words.length === 0) {
    const pieces = Math.max(1, Math.round((end_ms - start_ms) / PIECE_MS))
    const at = (piece: number) => start_ms + ((end_ms - start_ms) * piece) / pieces
    return Array.from({ length: pieces }, (_, piece) => ({ startMs: at(piece), endMs: at(piece + 1) }))
  }
  const ranges: TimeRange[] = []
  for (const word of words) {
    const last = ranges.at(-1)
    if (last !== undefined && last.endMs - last.startMs < UNIT_MS && word.start_ms - last.endMs < UNIT_GAP_MS)
      last.endMs = Math.max(last.endMs, word.end_ms)
    else ranges.push({ startMs: word.start_ms, endMs: word.end_ms })
  }
  return ranges
}

/** The value below which a share of all values lies; 0: there are none. */
function percentile(lists: readonly Float32Array[], share: number): number {
  const all = new Float32Array(lists.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const list of lists) {
    all.set(list, filled)
    filled += list.length
  }
  return all.sort()[Math.floor(share * (all.length - 1))] ?? 0
}

/** Moves the frames that are kept to the front. @returns them, in the same memory. */
function pick(coefficients: Float32Array, loudness: Float32Array, quietest: number): Float32Array {
  let kept = 0
  loudness.forEach((loud, frame) => {
    if (loud < quietest) return
    coefficients.copyWithin(kept * COEFFICIENTS, frame * COEFFICIENTS, (frame + 1) * COEFFICIENTS)
    kept += 1
  })
  return coefficients.subarray(0, kept * COEFFICIENTS)
}
