import { open, stat, type FileHandle } from 'node:fs/promises'

/** What speech engines get from us starts with the plain header of 44 bytes; some read samples from a fixed place. */
const HEADER_BYTES = 44
const RIFF_SIZE_AT = 4
const DATA_SIZE_AT = 40
export const SAMPLE_RATE = 16_000
const BYTES_PER_MS = (SAMPLE_RATE * 2) / 1000
const FULL_SCALE = 32_768
const SILENCE_DB = -100
/** Places that are listened to for the mean; enough for a call of hours. */
const PROBES = 600
const PROBE_MS = 100

/** Length in ms of a WAV that Media.extractAudio wrote. */
export async function wavDurationMs(wavPath: string): Promise<number> {
  const { size } = await stat(wavPath)
  return Math.max(0, Math.floor((size - HEADER_BYTES) / BYTES_PER_MS))
}

/** The samples of a stretch, fewer at the end of the file. */
export async function readSamples(wav: FileHandle, startMs: number, lengthMs: number): Promise<Int16Array> {
  const bytes = lengthMs * BYTES_PER_MS
  const { buffer, bytesRead } = await wav.read(Buffer.alloc(bytes), 0, bytes, HEADER_BYTES + startMs * BYTES_PER_MS)
  return new Int16Array(buffer.buffer, buffer.byteOffset, Math.floor(bytesRead / 2))
}

/** Cuts a WAV that Media.extractAudio wrote to its first `lengthMs`; a shorter one stays as it is. @param wav open for writing. */
export async function shortenWav(wav: FileHandle, lengthMs: number): Promise<void> {
  const { size } = await wav.stat()
  const dataBytes = Math.min(size - HEADER_BYTES, lengthMs * BYTES_PER_MS)
  await wav.truncate(HEADER_BYTES + dataBytes)
  const sizes = Buffer.alloc(4)
  sizes.writeUInt32LE(HEADER_BYTES - 8 + dataBytes)
  await wav.write(sizes, 0, 4, RIFF_SIZE_AT)
  sizes.writeUInt32LE(dataBytes)
  await wav.write(sizes, 0, 4, DATA_SIZE_AT)
}

/** Mean loudness in dB below full scale, from places spread evenly over the recording. */
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
