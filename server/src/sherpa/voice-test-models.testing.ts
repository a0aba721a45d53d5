import type { Model } from '../speech-models/manifest.ts'
import { writeOnnx } from './onnx.testing.ts'
import { installModel } from '../speech-models/install-model.testing.ts'

/**
 * Models with the shapes and metadata of those that sherpa-onnx separates speakers with, but untrained: they tell a
 * deep voice from a high one by its pitch.
 */

const SAMPLE_RATE = 16_000
const WINDOW_SAMPLES = 10 * SAMPLE_RATE
/** A frame of pyannote's model: its length, and the distance to the next. */
const FRAME_SAMPLES = 991
const FRAME_STEP = 270
const CLASSES = 7
const DEEP_HZ = [80, 95, 110, 125, 140]
const HIGH_HZ = [170, 185, 200, 215, 230]
const TONES = 2 * (DEEP_HZ.length + HIGH_HZ.length)
/** A deep voice has overtones at the pitch of a high one. */
const DEEP_WEIGHT = 5
const QUIETEST = 0.1
/** Frames over which loudness is averaged (0.4 s). */
const SMOOTHED = 25

/** Writes both, or their replacements, to a models folder. @returns their manifest entries. */
export async function installVoiceModels(
  folder: string,
  { segmentation = testSegmentation(), embedding = testEmbedding() } = {},
): Promise<Model[]> {
  return [
    await installModel(folder, { id: 'segmentation', kind: 'speaker-segmentation' }, { 'model.onnx': segmentation }),
    await installModel(folder, { id: 'embedding', kind: 'speaker-embedding' }, { 'voices.onnx': embedding }),
  ]
}

/**
 * Replaces pyannote's segmentation: one of seven classes for each frame (none, one of three people, two of them). The
 * first person has the deep voice, the second the high one.
 */
export function testSegmentation(): Buffer {
  return writeOnnx({
    inputs: [{ name: 'x', type: 'float', dims: ['N', 1, 'T'] }],
    outputs: [{ name: 'y', type: 'float', dims: ['N', 'F', CLASSES] }],
    constants: {
      tones: {
        dims: [TONES, 1, FRAME_SAMPLES],
        values: [...DEEP_HZ, ...HIGH_HZ].flatMap((hz) => [...wave(hz, 0), ...wave(hz, Math.PI / 2)]),
      },
      weights: {
        dims: [CLASSES, TONES, 1],
        values: Array.from({ length: CLASSES }, (_, each) =>
          Array.from({ length: TONES }, (_, tone) => getWeight(each, tone < 2 * DEEP_HZ.length)),
        ).flat(),
      },
      bias: { dims: [CLASSES], values: [QUIETEST, 0, 0, -1, -1, -1, -1] },
    },
    nodes: [
      { op: 'Conv', from: ['x', 'tones'], to: ['heard'], attributes: { strides: [FRAME_STEP] } },
      { op: 'Mul', from: ['heard', 'heard'], to: ['power'] },
      {
        op: 'AveragePool',
        from: ['power'],
        to: ['smooth'],
        attributes: { kernel_shape: [SMOOTHED], pads: [(SMOOTHED - 1) / 2, (SMOOTHED - 1) / 2], strides: [1] },
      },
      { op: 'Conv', from: ['smooth', 'weights', 'bias'], to: ['scores'] },
      { op: 'Transpose', from: ['scores'], to: ['y'], attributes: { perm: [0, 2, 1] } },
    ],
    metadata: {
      sample_rate: SAMPLE_RATE,
      window_size: WINDOW_SAMPLES,
      receptive_field_size: FRAME_SAMPLES,
      receptive_field_shift: FRAME_STEP,
      num_speakers: 3,
      powerset_max_classes: 2,
      num_classes: CLASSES,
    },
  })
}

/** Replaces a voice embedding model: from 80 bands of loudness over time to a direction that only pitch determines. */
export function testEmbedding(): Buffer {
  const bands = 80
  // How much louder it is at 80–140 Hz than above: about -1 for a deep voice, -5 for a high one.
  const slope = (band: number) => (band === 1 || band === 2 ? 1 / 2 : band >= 4 && band <= 6 ? -1 / 3 : 0)
  return writeOnnx({
    inputs: [{ name: 'x', type: 'float', dims: ['N', 'T', bands] }],
    outputs: [{ name: 'embedding', type: 'float', dims: ['N', 2] }],
    constants: {
      slope: { dims: [bands, 2], values: Array.from({ length: bands }, (_, band) => [slope(band), 0]).flat() },
      middle: { dims: [2], values: [3, 0.3] },
    },
    nodes: [
      { op: 'ReduceMean', from: ['x'], to: ['mean'], attributes: { axes: [1], keepdims: 0 } },
      { op: 'MatMul', from: ['mean', 'slope'], to: ['pitch'] },
      { op: 'Add', from: ['pitch', 'middle'], to: ['embedding'] },
    ],
    metadata: {
      framework: '3d-speaker',
      language: 'English',
      output_dim: 2,
      sample_rate: SAMPLE_RATE,
      normalize_samples: 1,
    },
  })
}

function getWeight(each: number, deep: boolean): number {
  if (each === 1) return deep ? DEEP_WEIGHT : 0
  return each === 2 && !deep ? 1 : 0
}

/** A tone with fade-in and fade-out. */
function wave(hz: number, phase: number): number[] {
  return Array.from(
    { length: FRAME_SAMPLES },
    (_, i) =>
      (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / FRAME_SAMPLES)) *
      Math.cos((2 * Math.PI * hz * i) / SAMPLE_RATE - phase),
  )
}
