import { describe, expect, test } from 'vitest'
import { MODELS } from './manifest.ts'
import { writingModelsFor } from './writing-model.ts'

const GIB = 1024 ** 3
const ids = (gigabytes: number, cores: number) => writingModelsFor(MODELS, gigabytes * GIB, cores).map(({ id }) => id)
const [SMALL, LARGE] = ['qwen3-1.7b-q8_0', 'qwen3-4b-q4_k_m']

describe('of the writing models', () => {
  test('the large one is the first choice from four cores on', () => {
    expect([ids(8, 2), ids(8, 4)]).toEqual([
      [SMALL, LARGE],
      [LARGE, SMALL],
    ])
  })

  test('none is used that leaves no memory for what it reads', () => {
    expect([ids(3, 8), ids(3.5, 8)]).toEqual([[], [SMALL]])
  })

  test('each is one file of 1 to 3 GB, under a licence that asks for no fee', () => {
    for (const model of MODELS.filter(({ kind }) => kind === 'writing')) {
      expect(model.files).toHaveLength(1)
      expect(model.files[0]?.bytes).toBeGreaterThan(1e9)
      expect(model.files[0]?.bytes).toBeLessThan(3e9)
      expect(model.licence).toBe('Apache-2.0')
    }
  })
})
