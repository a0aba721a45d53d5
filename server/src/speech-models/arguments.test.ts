import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const GIB = 1024 ** 3
const pulled = (gigabytes: number, cores: number) => {
  const machine = { memoryBytes: gigabytes * GIB, freeBytes: 0, cores }
  const command = readArguments(['pull', '--model', 'writing'], '/', { machine })
  return command.name === 'pull' ? command.models.map(({ id }) => id) : []
}

test('resolves "writing" to the recap model that suits the machine\'s memory and cores', () => {
  expect([pulled(8, 2), pulled(8, 4), pulled(3.5, 4)]).toEqual([
    ['qwen3-1.7b-q8_0'],
    ['qwen3-4b-q4_k_m'],
    ['qwen3-1.7b-q8_0'],
  ])
  expect(() => pulled(2, 4)).toThrow('This machine has too little memory for a recap model.')
})

test('selects the suitable speech model and the diarization models by default', () => {
  const machine = { memoryBytes: 4 * GIB, freeBytes: 3 * GIB, cores: 2 }
  const command = readArguments(['pull'], '/', { machine })
  expect(command.name === 'pull' && command.models.map(({ id }) => id)).toEqual([
    'silero-vad',
    'parakeet-tdt-0.6b-v3-int8',
    'pyannote-segmentation-3.0',
    '3d-speaker-campplus-zh-en',
  ])
  const small = { ...machine, freeBytes: 0.1 * GIB }
  expect(() => readArguments(['pull'], '/', { machine: small })).toThrow(
    'This server has too little free memory for a speech model.',
  )
})

test('selects a recap model only on request', () => {
  const command = readArguments(['pull'], '/')
  expect(command.name === 'pull' && command.models.some(({ kind }) => kind === 'writing')).toBe(false)
})
