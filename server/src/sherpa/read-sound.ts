import { open } from 'node:fs/promises'
import { readSamples, wavDurationMs } from '../media/wav.ts'

const FULL_SCALE = 32_768

/** Reads a WAV of Media.extractAudio in blocks; samples are from -1 to 1. */
export async function* readSound(wavPath: string, blockMs: number): AsyncGenerator<Float32Array> {
  const durationMs = await wavDurationMs(wavPath)
  const wav = await open(wavPath)
  try {
    for (let startMs = 0; startMs < durationMs; startMs += blockMs) {
      yield Float32Array.from(await readSamples(wav, startMs, blockMs), (sample) => sample / FULL_SCALE)
    }
  } finally {
    await wav.close()
  }
}
