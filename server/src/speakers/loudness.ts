import { open } from 'node:fs/promises'
import { readSamples, SAMPLE_RATE, wavDurationMs } from '../media/wav.ts'

/** Length of a frame of loudness. */
export const FRAME_MS = 20
export const SILENT_DB = -100

const BLOCK_MS = 10_000
const FRAME_SAMPLES = (FRAME_MS * SAMPLE_RATE) / 1000
const FULL_SCALE = 32_768
/** High-pass filter against hum and rumble: subtracts this fraction of the previous sample. */
export const PRE_EMPHASIS = 0.97

/**
 * Loudness of a WAV that Media.extractAudio wrote, in dB below full scale.
 * @returns one value for each 20 ms.
 */
export async function readLoudness(wavPath: string, signal: AbortSignal): Promise<Float32Array> {
  const durationMs = await wavDurationMs(wavPath)
  const levels = new Float32Array(Math.floor(durationMs / FRAME_MS))
  const wav = await open(wavPath)
  try {
    let before = 0
    for (let startMs = 0; startMs < durationMs; startMs += BLOCK_MS) {
      signal.throwIfAborted()
      const samples = await readSamples(wav, startMs, BLOCK_MS)
      const firstFrame = startMs / FRAME_MS
      for (let frame = 0; (frame + 1) * FRAME_SAMPLES <= samples.length; frame += 1) {
        let squares = 0
        for (let i = frame * FRAME_SAMPLES; i < (frame + 1) * FRAME_SAMPLES; i += 1) {
          const sample = samples[i] ?? 0
          squares += (sample - PRE_EMPHASIS * before) ** 2
          before = sample
        }
        levels[firstFrame + frame] = toDb(squares / FRAME_SAMPLES)
      }
    }
    return levels
  } finally {
    await wav.close()
  }
}

/** @param power the mean square of 16-bit samples. @returns dB below full scale. */
export function toDb(power: number): number {
  return power === 0 ? SILENT_DB : Math.max(SILENT_DB, 10 * Math.log10(power / FULL_SCALE ** 2))
}
