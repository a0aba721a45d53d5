import type { FileHandle } from 'node:fs/promises'
import type { TimeRange } from '../media/media.ts'
import { readSamples, SAMPLE_RATE } from '../media/wav.ts'

/** Mel-frequency cepstral coefficients of a frame, without the first, which is its loudness. */
export const COEFFICIENTS = 16
/** From one frame to the next. */
const HOP_MS = 12.5

const FRAME_SAMPLES = 400
const HOP_SAMPLES = (HOP_MS * SAMPLE_RATE) / 1000
const FFT_SIZE = 512
const BINS = FFT_SIZE / 2 + 1
const FILTERS = 26
const LOWEST_HZ = 80
const HIGHEST_HZ = 7600
const PRE_EMPHASIS = 0.97
/** Added to each filter's energy, about the noise of 16 bit: digital silence has no logarithm. */
const ENERGY_FLOOR = 1e4

/** What the frames of a stretch sound like. */
export interface VoiceFrames {
  /** Of each frame in turn. */
  coefficients: Float32Array
  /** Loudness of each frame, dB on any scale. */
  loudness: Float32Array
}

/** Of the frame at work. Made once: a call of hours has ten thousands of stretches, and each would leave its own behind. */
const SCRATCH = {
  real: new Float64Array(FFT_SIZE),
  imaginary: new Float64Array(FFT_SIZE),
  filtered: new Float64Array(FILTERS),
}

/** Computes the frames of a stretch of a 16 kHz WAV: 25 ms long, one every 12.5 ms. */
export async function readVoiceFrames(wav: FileHandle, { startMs, endMs }: TimeRange): Promise<VoiceFrames> {
  const samples = await readSamples(wav, Math.round(startMs), Math.max(0, Math.round(endMs - startMs)))
  const count = Math.max(0, Math.floor((samples.length - FRAME_SAMPLES) / HOP_SAMPLES) + 1)
  const coefficients = new Float32Array(count * COEFFICIENTS)
  const loudness = new Float32Array(count)
  const { real, imaginary, filtered } = SCRATCH
  for (let frame = 0; frame < count; frame += 1) {
    loudness[frame] = window(samples, frame * HOP_SAMPLES, real)
    imaginary.fill(0)
    transform(real, imaginary)
    filter(real, imaginary, filtered)
    cosines(filtered, coefficients, frame * COEFFICIENTS)
  }
  return { coefficients, loudness }
}

const HAMMING = Float64Array.from(
  { length: FRAME_SAMPLES },
  (_, i) => 0.54 - 0.46 * Math.cos((2 * Math.PI * i) / (FRAME_SAMPLES - 1)),
)

/** Copies a frame, its high tones raised and its ends faded. @returns its loudness. */
function window(samples: Int16Array, start: number, frame: Float64Array): number {
  let [before, squares] = [samples[Math.max(0, start - 1)] ?? 0, 0]
  frame.fill(0, FRAME_SAMPLES)
  for (let i = 0; i < FRAME_SAMPLES; i += 1) {
    const sample = samples[start + i] ?? 0
    const raised = sample - PRE_EMPHASIS * before
    before = sample
    squares += raised * raised
    frame[i] = raised * (HAMMING[i] ?? 0)
  }
  return 10 * Math.log10(squares / FRAME_SAMPLES + 1)
}

const REVERSED = Uint16Array.from({ length: FFT_SIZE }, (_, i) => {
  let reversed = 0
  for (let bit = 1; bit < FFT_SIZE; bit <<= 1) reversed = (reversed << 1) | (i & bit ? 1 : 0)
  return reversed
})
const COS = Float64Array.from({ length: FFT_SIZE / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / FFT_SIZE))
const SIN = Float64Array.from({ length: FFT_SIZE / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / FFT_SIZE))

/** Fourier transform in place (Cooley and Tukey, 1965, radix 2). */
function transform(real: Float64Array, imaginary: Float64Array): void {
  for (let i = 0; i < FFT_SIZE; i += 1) {
    const j = REVERSED[i] ?? 0
    if (j > i) [real[i], real[j]] = [real[j] ?? 0, real[i] ?? 0]
  }
  for (let size = 2; size <= FFT_SIZE; size *= 2) {
    const [half, step] = [size / 2, FFT_SIZE / size]
    for (let start = 0; start < FFT_SIZE; start += size) {
      for (let k = 0; k < half; k += 1) {
        const [a, b] = [start + k, start + k + half]
        const [cos, sin] = [COS[k * step] ?? 0, SIN[k * step] ?? 0]
        const [br, bi] = [real[b] ?? 0, imaginary[b] ?? 0]
        const [tr, ti] = [br * cos - bi * sin, br * sin + bi * cos]
        const [ar, ai] = [real[a] ?? 0, imaginary[a] ?? 0]
        real[a] = ar + tr
        imaginary[a] = ai + ti
        real[b] = ar - tr
        imaginary[b] = ai - ti
      }
    }
  }
}

const mel = (hz: number) => 1127 * Math.log(1 + hz / 700)
const hertz = (mels: number) => 700 * (Math.exp(mels / 1127) - 1)

/** Triangles that overlap by half, evenly spaced on the mel scale: for each the first bin and the weights from there. */
const TRIANGLES = Array.from({ length: FILTERS }, (_, i) => {
  const at = (n: number) =>
    (hertz(mel(LOWEST_HZ) + ((mel(HIGHEST_HZ) - mel(LOWEST_HZ)) * n) / (FILTERS + 1)) * FFT_SIZE) / SAMPLE_RATE
  const [low, top, high] = [at(i), at(i + 1), at(i + 2)]
  const first = Math.ceil(low)
  const weights = Array.from({ length: Math.max(1, Math.floor(high) - first + 1) }, (__, n) => {
    const bin = first + n
    return Math.max(0, bin <= top ? (bin - low) / (top - low) : (high - bin) / (high - top))
  })
  return { first, weights }
})

function filter(real: Float64Array, imaginary: Float64Array, filtered: Float64Array): void {
  for (const [i, { first, weights }] of TRIANGLES.entries()) {
    let energy = ENERGY_FLOOR
    for (const [n, weight] of weights.entries()) {
      const bin = Math.min(BINS - 1, first + n)
      energy += weight * ((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2)
    }
    filtered[i] = Math.log(energy)
  }
}

const COSINES = Array.from({ length: COEFFICIENTS }, (_, n) =>
  Float64Array.from({ length: FILTERS }, (__, i) => Math.cos((Math.PI * (n + 1) * (i + 0.5)) / FILTERS)),
)

/** The cepstrum: the filters' logarithms by cosines. */
function cosines(filtered: Float64Array, coefficients: Float32Array, offset: number): void {
  for (const [n, cosine] of COSINES.entries()) {
    let sum = 0
    for (let i = 0; i < FILTERS; i += 1) sum += (filtered[i] ?? 0) * (cosine[i] ?? 0)
    coefficients[offset + n] = sum
  }
}
