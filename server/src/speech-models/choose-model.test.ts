import { describe, expect, test } from 'vitest'
import { MODELS } from './manifest.ts'
import { chooseSpeechModels, preferredFirst, writingModelsFor } from './choose-model.ts'

const GIB = 1024 ** 3
const ids = (gigabytes: number, cores: number) => writingModelsFor(MODELS, gigabytes * GIB, cores).map(({ id }) => id)
const [SMALL, LARGE] = ['qwen3-1.7b-q8_0', 'qwen3-4b-q4_k_m']

describe('recap models', () => {
  test('prefers the large one from four cores on', () => {
    expect([ids(8, 2), ids(8, 4)]).toEqual([
      [SMALL, LARGE],
      [LARGE, SMALL],
    ])
  })

  test('chooses none that leaves too little memory for its input', () => {
    expect([ids(3, 8), ids(3.5, 8)]).toEqual([[], [SMALL]])
  })

  test('each is one file of 1 to 3 GB, under a royalty-free licence', () => {
    for (const model of MODELS.filter(({ kind }) => kind === 'writing')) {
      expect(model.files).toHaveLength(1)
      expect(model.files[0]?.bytes).toBeGreaterThan(1e9)
      expect(model.files[0]?.bytes).toBeLessThan(3e9)
      expect(model.licence).toBe('Apache-2.0')
    }
  })
})

describe('the speech model', () => {
  const chosen = (freeGigabytes: number, { cores = 2, diskBytes = 100e9, preferred = 'auto' } = {}) => {
    const machine = { memoryBytes: 64 * GIB, freeBytes: freeGigabytes * GIB, cores }
    const models = chooseSpeechModels(MODELS, machine, { preferred, diskBytes })
    return typeof models === 'string' ? models : models[1]?.id
  }
  const [V3, V2, SMALLEST] = ['parakeet-tdt-0.6b-v3-int8', 'parakeet-tdt-0.6b-v2-int8', 'parakeet-tdt-110m-int8']

  test('is the 25-language model with 2 GB of free memory and two cores, else the small one', () => {
    expect([chosen(2), chosen(1.9), chosen(8, { cores: 1 }), chosen(1)]).toEqual([V3, SMALLEST, SMALLEST, SMALLEST])
    expect(MODELS.find(({ id }) => id === V3)?.languages).toHaveLength(25)
  })

  test('is smaller when the disk is nearly full, and none when disk or memory fit no model', () => {
    expect(chosen(8, { diskBytes: 1.5e9 })).toBe(SMALLEST)
    expect(chosen(8, { diskBytes: 1.1e9 })).toBe('The disk has too little space for a speech model.')
    expect(chosen(0.4)).toBe('This server has too little free memory for a speech model.')
  })

  test("is the operator's choice, also among installed models", () => {
    expect(chosen(8, { preferred: V2 })).toBe(V2)
    expect(() => chosen(8, { preferred: 'silero-vad' })).toThrow('unknown speech model silero-vad')
    const order = (preferred: string) =>
      preferredFirst(MODELS, preferred)
        .filter(({ kind }) => kind === 'transducer' || kind === 'whisper')
        .map(({ id }) => id)
    expect([order('auto'), order(V2)]).toEqual([
      [V3, V2, SMALLEST],
      [V2, V3, SMALLEST],
    ])
  })
})
