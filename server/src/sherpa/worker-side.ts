import { open, readFile } from 'node:fs/promises'
import type { z } from 'zod'
import { readSamples, wavDurationMs } from '../media/wav.ts'

const FULL_SCALE = 32_768

/** What this process was started for. @returns null: only to show that the library can be loaded. */
export async function readJob<T>(schema: z.ZodType<T>): Promise<T | null> {
  const [jobPath] = process.argv.slice(2)
  return jobPath === undefined ? null : schema.parse(JSON.parse(await readFile(jobPath, 'utf8')))
}

/** Tells the server something, as a line of JSON. */
export function report(said: object): void {
  process.stdout.write(`${JSON.stringify(said)}\n`)
}

/** A WAV that Media.extractAudio wrote, block after block: samples from -1 to 1. */
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
