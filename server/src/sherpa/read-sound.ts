import { open } from 'node:fs/promises'
import { readSamples, wavDurationMs } from '../media/wav.ts'

const FULL_SCALE = 32_768

/** Reads a WAV of Media.extractAudio in blocks, from an offset; samples are from -1 to 1. */
export async function* readSound(wavPath: string, blockMs: number, fromMs = 0): AsyncGenerator<Float32Array> {
  const durationMs = await wavDurationMs(wavPath)
  const wav = await open(wavPath)
  try {
    for (let startMs = fromMs; startMs < durationMs; startMs += blockMs) {
      const block = new Float32Array(await readSamples(wav, startMs, blockMs))
      for (let i = 0; i < block.length; i += 1) block[i] = (block[i] ?? 0) / FULL_SCALE
      yield block
    }
  } finally {
    await wav.close()
  }
}
