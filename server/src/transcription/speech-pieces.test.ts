import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSpeechPieces } from './speech-pieces.ts'

const TARGET = 600_000

test('a short recording is one piece', () => {
  expect(planSpeechPieces(700_000, [], TARGET)).toEqual([{ startMs: 0, endMs: 700_000 }])
})

test('a cut lies in the middle of the longest silence near the target', () => {
  const silences = [{ startMs: 100_000, endMs: 200_000 }, { startMs: 500_000, endMs: 501_000 }, { startMs: 650_000, endMs: 654_000 }]
  expect(planSpeechPieces(1_000_000, silences, TARGET)).toEqual([{ startMs: 0, endMs: 652_000 }, { startMs: 652_000, endMs: 1_000_000 }])
})

test('where nobody pauses the cut is at the target', () => {
  expect(planSpeechPieces(1_200_000, [], TARGET).map((piece) => piece.endMs)).toEqual([600_000, 1_200_000])
})

test('pieces without any sound are not sent', () => {
  expect(planSpeechPieces(60_000, [{ startMs: 0, endMs: 60_000 }], TARGET)).toEqual([])
  const quietEnd = planSpeechPieces(1_400_000, [{ startMs: 600_000, endMs: 1_400_000 }], TARGET)
  expect(quietEnd).toHaveLength(1)
})

test('pieces follow one another, cover the recording and are never too long or a mere snippet', () => {
  const silence = fc.tuple(fc.nat(15_000_000), fc.integer({ min: 100, max: 5000 })).map(([startMs, length]) => ({ startMs, endMs: startMs + length }))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15_000_000 }), fc.array(silence), (durationMs, silences) => {
      fc.pre(durationMs > 1_000_000)
      const pieces = planSpeechPieces(durationMs, silences, TARGET)
      expect(pieces[0]?.startMs).toBe(0)
      expect(pieces.at(-1)?.endMs).toBe(durationMs)
      pieces.forEach((piece, i) => {
        expect(piece.startMs).toBe(pieces[i - 1]?.endMs ?? 0)
        expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(TARGET * 1.25)
        expect(piece.endMs - piece.startMs).toBeGreaterThanOrEqual(TARGET * 0.1 - 1)
      })
    }),
  )
})
