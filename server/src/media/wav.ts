import { createWriteStream } from 'node:fs'
import { open, stat, writeFile, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { TimeRange } from './media.ts'

/**
 * WAV files for speech engines start with the plain header of 44 bytes, because some engines read samples from a fixed
 * offset.
 */
const HEADER_BYTES = 44
export const SAMPLE_RATE = 16_000
const BYTES_PER_MS = (SAMPLE_RATE * 2) / 1000
const FULL_SCALE = 32_768
const SILENCE_DB = -100
/** Positions measured for the mean; enough for a call of hours. */
const PROBES = 600
const PROBE_MS = 100

/** Length in ms of a WAV that Media.extractAudio wrote. */
export async function wavDurationMs(wavPath: string): Promise<number> {
  const { size } = await stat(wavPath)
  return Math.max(0, Math.floor((size - HEADER_BYTES) / BYTES_PER_MS))
}

/** The samples of a time range, fewer at the end of the file. */
export async function readSamples(wav: FileHandle, startMs: number, lengthMs: number): Promise<Int16Array> {
  const bytes = lengthMs * BYTES_PER_MS
  const { buffer, bytesRead } = await wav.read(Buffer.alloc(bytes), 0, bytes, HEADER_BYTES + startMs * BYTES_PER_MS)
  return new Int16Array(buffer.buffer, buffer.byteOffset, Math.floor(bytesRead / 2))
}

/** Writes a time range of a WAV from Media.extractAudio as a WAV of the same format. */
export async function cutWav(wavPath: string, { startMs, endMs }: TimeRange, output: string): Promise<void> {
  const wav = await open(wavPath)
  try {
    const { buffer: header } = await wav.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
    const start = HEADER_BYTES + startMs * BYTES_PER_MS
    const end = Math.min((await wav.stat()).size, HEADER_BYTES + endMs * BYTES_PER_MS)
    const bytes = Math.max(0, end - start)
    header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
    header.writeUInt32LE(bytes, HEADER_BYTES - 4)
    await writeFile(output, header)
    if (bytes === 0) return
    await pipeline(wav.createReadStream({ start, end: end - 1 }), createWriteStream(output, { flags: 'a' }))
  } finally {
    await wav.close()
  }
}

/** Mean volume in dB below full scale, from positions spread evenly over the recording. */
export async function meanVolumeDb(wavPath: string): Promise<number> {
  const durationMs = await wavDurationMs(wavPath)
  const stepMs = Math.max(PROBE_MS, Math.floor(durationMs / PROBES))
  const wav = await open(wavPath)
  try {
    let squares = 0
    let count = 0
    for (let startMs = 0; startMs < durationMs; startMs += stepMs) {
      const samples = await readSamples(wav, startMs, PROBE_MS)
      for (const sample of samples) squares += sample * sample
      count += samples.length
    }
    return squares === 0 ? SILENCE_DB : 10 * Math.log10(squares / count / FULL_SCALE ** 2)
  } finally {
    await wav.close()
  }
}
