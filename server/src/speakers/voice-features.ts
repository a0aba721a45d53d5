import type { FileHandle } from 'node:fs/promises'
import type { TimeRange } from '../media/media.ts'
import { readSamples, SAMPLE_RATE } from '../media/wav.ts'
import { VALUES, type FrameSums } from './gaussian.ts'
import { PRE_EMPHASIS, toDb } from './loudness.ts'

/** A power of two. */
const FRAME_SAMPLES = 512
const HOP_SAMPLES = 200
const FILTERS = 26
const LOWEST_HZ = 80
const HIGHEST_HZ = 7600
/** Added to each filter's energy, about the noise of 16 bit, because digital silence has no logarithm. */
const ENERGY_FLOOR = 1e4

/**
 * Sums over the frames in a range of a 16 kHz WAV: 32 ms long, one every 12.5 ms.
 * @param leastDb below full scale: quieter frames are left out.
 */
export async function readVoice(wav: FileHandle, { startMs, endMs }: TimeRange, leastDb: number): Promise<FrameSums> {
  const samples = await readSamples(wav, Math.round(startMs), Math.max(0, Math.round(endMs - startMs)))
  const raised = Float32Array.from(samples, (sample, i) => sample - PRE_EMPHASIS * (samples[i - 1] ?? sample))
  const sums = new Float64Array(VALUES ** 2)
  for (let start = 0; start + FRAME_SAMPLES <= raised.length; start += HOP_SAMPLES) {
    const frame = raised.subarray(start, start + FRAME_SAMPLES)
    if (toDb(frame.reduce((sum, sample) => sum + sample ** 2, 0) / FRAME_SAMPLES) < leastDb) continue
    const values = cepstrum(frame)
    for (let i = 0, k = 0; i < VALUES; i += 1)
      for (let j = 0; j < VALUES; j += 1, k += 1) sums[k] = (sums[k] ?? 0) + (values[i] ?? 0) * (values[j] ?? 0)
  }
  return sums
}

const COS = Float64Array.from({ length: FRAME_SAMPLES }, (_, i) => Math.cos((2 * Math.PI * i) / FRAME_SAMPLES))
const SIN = Float64Array.from({ length: FRAME_SAMPLES }, (_, i) => -Math.sin((2 * Math.PI * i) / FRAME_SAMPLES))
const HAMMING = COS.map((cos) => 0.54 - 0.46 * cos)
const newArray = () => new Float64Array(FRAME_SAMPLES)
/** Allocated once: a call of hours has a million frames, and each would leave garbage behind. */
const SCRATCH = [newArray(), newArray(), newArray(), newArray()] as const

/** Fourier transform of a windowed frame (Stockham's radix 2). @returns the energy of each frequency. */
function spectrum(frame: Float32Array): Float64Array {
  let [real, imaginary, nextReal, nextImaginary] = SCRATCH
  frame.forEach((sample, i) => (real[i] = sample * (HAMMING[i] ?? 0)))
  imaginary.fill(0)
  for (let step = 1; step < FRAME_SAMPLES; step *= 2) {
    for (let a = 0, b = FRAME_SAMPLES / 2; b < FRAME_SAMPLES; a += 1, b += 1) {
      const turn = a & -step
      const cos = COS[turn] ?? 0
      const sin = SIN[turn] ?? 0
      const realDifference = (real[a] ?? 0) - (real[b] ?? 0)
      const imaginaryDifference = (imaginary[a] ?? 0) - (imaginary[b] ?? 0)
      nextReal[a + turn] = (real[a] ?? 0) + (real[b] ?? 0)
      nextImaginary[a + turn] = (imaginary[a] ?? 0) + (imaginary[b] ?? 0)
      nextReal[a + turn + step] = realDifference * cos - imaginaryDifference * sin
      nextImaginary[a + turn + step] = realDifference * sin + imaginaryDifference * cos
    }
    ;[real, imaginary, nextReal, nextImaginary] = [nextReal, nextImaginary, real, imaginary]
  }
  return real.map((part, i) => part ** 2 + (imaginary[i] ?? 0) ** 2)
}

const BIN_HZ = SAMPLE_RATE / FRAME_SAMPLES
const mel = (hz: number) => Math.log(1 + hz / 700)
const SPACING = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / (FILTERS + 1)
/** The position of each frequency among the filters, which are triangles evenly spaced on the mel scale. */
const PLACES = Array.from({ length: FRAME_SAMPLES / 2 }, (_, i) => (mel(i * BIN_HZ) - mel(LOWEST_HZ)) / SPACING - 1)

/** The logarithm of each filter's energy. */
function filter(energy: Float64Array): Float64Array {
  const energies = new Float64Array(FILTERS).fill(ENERGY_FLOOR)
  PLACES.forEach((place, bin) => {
    for (let i = Math.floor(place); i < place + 1; i += 1)
      energies[i] = (energies[i] ?? 0) + (energy[bin] ?? 0) * (1 - Math.abs(place - i))
  })
  return energies.map(Math.log)
}

const COSINES = Array.from({ length: VALUES }, (_, n) =>
  Array.from({ length: FILTERS }, (__, i) => Math.cos((Math.PI * n * (i + 0.5)) / FILTERS)),
)

/** A one, then the mel-frequency cepstral coefficients without the first, which is the loudness. */
function cepstrum(frame: Float32Array): number[] {
  const filtered = filter(spectrum(frame))
  return COSINES.map((row, n) => (n === 0 ? 1 : row.reduce((sum, cosine, i) => sum + cosine * (filtered[i] ?? 0), 0)))
}
