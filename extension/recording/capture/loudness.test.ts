import { describe, expect, test } from 'vitest'
import { followSilence, isTooSilent, getLevel, type Silence } from './loudness.ts'

const constant = (value: number) => new Float32Array(512).fill(value)

describe('a level', () => {
  test('ranges from 0 at −60 dB to 1 at full scale', () => {
    expect([0, 0.0005, 0.001].map((value) => getLevel(constant(value)))).toEqual([0, 0, expect.closeTo(0, 5)])
    expect(getLevel(constant(0.1))).toBeCloseTo(2 / 3, 5)
    expect(getLevel(constant(1))).toBe(1)
  })
})

describe('a silent track', () => {
  const after = (levels: readonly number[]): Silence =>
    levels.reduce<Silence>((since, level, second) => followSilence(since, level, second * 1000), null)

  test('is reported after ten seconds', () => {
    const since = after([0.5, 0, 0])
    expect(since).toBe(1000)
    expect([isTooSilent(since, 10_999), isTooSilent(since, 11_000)]).toEqual([false, true])
  })

  test('is no longer silent once there is sound', () => {
    expect(after([0, 0, 0.3])).toBeNull()
    expect(after([0, 0, 0.3, 0])).toBe(3000)
  })
})
