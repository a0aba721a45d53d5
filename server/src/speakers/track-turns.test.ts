import { describe, expect, test } from 'vitest'
import { FRAME_MS } from './loudness.ts'
import { trackTurns, type Side } from './track-turns.ts'

/** Levels that last the given number of seconds each, with the unevenness of speech. */
const levels = (...parts: [seconds: number, db: number][]) =>
  Float32Array.from(
    parts.flatMap(([seconds, db]) =>
      Array.from({ length: (seconds * 1000) / FRAME_MS }, (_, i) => db + 4 * Math.sin(i)),
    ),
  )
const side = (speaker: string, sound: Float32Array, startMs = 0): Side => ({ speaker, levels: sound, startMs })

/** Seconds in which each is said to speak. */
function seconds(one: Float32Array, other: Float32Array): Record<string, number> {
  const sums: Record<string, number> = { you: 0, them: 0 }
  for (const { speaker, startMs, endMs } of trackTurns(side('you', one), side('them', other)))
    sums[speaker] = (sums[speaker] ?? 0) + (endMs - startMs) / 1000
  return sums
}

const NOISE = -75

describe('the turns of two tracks', () => {
  test('belong to the louder side, and to none in pauses', () => {
    const turns = trackTurns(
      side('you', levels([2, -30], [1, NOISE], [2, NOISE])),
      side('them', levels([2, NOISE], [1, NOISE], [2, -25])),
    )
    expect(
      turns.map(({ speaker, startMs, endMs }) => [speaker, Math.round(startMs / 100), Math.round(endMs / 100)]),
    ).toEqual([
      ['you', 0, 20],
      ['them', 30, 50],
    ])
  })

  test('follow tracks of unequal loudness, each audible in the other', () => {
    // The microphone is 15 dB quieter; each side is in the other's track at -20 dB.
    const you = levels([10, -45], [2, NOISE], [10, -50])
    const them = levels([10, -55], [2, NOISE], [10, -30])
    expect(seconds(you, them)).toEqual({ you: expect.closeTo(10, 0), them: expect.closeTo(10, 0) })
  })

  test('all belong to the other side when the microphone has only their echo', () => {
    expect(seconds(levels([30, -50], [5, NOISE]), levels([30, -30], [5, NOISE]))).toEqual({
      you: 0,
      them: expect.closeTo(30, 0),
    })
  })

  test('are empty without speech: hum, hiss and digital silence', () => {
    expect(seconds(levels([20, -100]), levels([20, -100]))).toEqual({ you: 0, them: 0 })
    expect(seconds(levels([20, NOISE]), levels([20, -100]))).toEqual({ you: 0, them: 0 })
  })

  test('have the recording’s times when a track begins late', () => {
    const [turn] = trackTurns(side('you', levels([2, -30], [2, NOISE]), 5000), side('them', levels([9, NOISE])))
    expect(turn).toMatchObject({ speaker: 'you', startMs: expect.closeTo(5000, -2) as number })
  })

  test('are found quickly in hours of audio', () => {
    const hours = Array.from({ length: 1000 }, (): [number, number][] => [
      [5, -30],
      [5, NOISE],
    ]).flat()
    expect(Math.round(seconds(levels(...hours), levels([10_000, NOISE]))['you'] ?? 0)).toBeGreaterThan(4900)
  })
})
