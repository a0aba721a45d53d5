import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planSpeechPieces } from './speech-pieces.ts'

const TARGET = 600_000
const plan = (durationMs: number, silences: Parameters<typeof planSpeechPieces>[1], atOnce = 1) =>
  planSpeechPieces(durationMs, silences, TARGET, atOnce)

test('keeps a short recording in one piece', () => {
  expect(plan(700_000, [])).toEqual([{ startMs: 0, endMs: 700_000 }])
})

test('cuts in the middle of the longest silence nearby', () => {
  const silences = [
    { startMs: 100_000, endMs: 200_000 },
    { startMs: 500_000, endMs: 501_000 },
    { startMs: 530_000, endMs: 534_000 },
  ]
  expect(plan(1_000_000, silences)).toEqual([
    { startMs: 0, endMs: 532_000 },
    { startMs: 532_000, endMs: 1_000_000 },
  ])
})

test('gives concurrent requests equally many pieces of similar length', () => {
  const lengths = (durationMs: number, atOnce: number) =>
    plan(durationMs, [], atOnce).map(({ startMs, endMs }) => (endMs - startMs) / 1000)
  expect(lengths(3_600_000, 2)).toEqual([600, 600, 600, 600, 600, 600])
  expect(lengths(4_200_000, 2)).toEqual([525, 525, 525, 525, 525, 525, 525, 525])
  expect(lengths(3_600_000, 4)).toEqual([450, 450, 450, 450, 450, 450, 450, 450])
  expect(lengths(800_000, 32), 'not in snippets').toEqual([400, 400])
})

test('cuts at the planned position without a pause', () => {
  expect(plan(1_200_000, []).map((piece) => piece.endMs)).toEqual([600_000, 1_200_000])
})

test('leaves out silent pieces', () => {
  expect(plan(60_000, [{ startMs: 0, endMs: 60_000 }])).toEqual([])
  const quietEnd = plan(1_400_000, [{ startMs: 400_000, endMs: 1_400_000 }])
  expect(quietEnd).toHaveLength(1)
})

test('covers the recording with consecutive pieces that are never too long or too short', () => {
  const silence = fc
    .tuple(fc.nat(15_000_000), fc.integer({ min: 100, max: 5000 }))
    .map(([startMs, length]) => ({ startMs, endMs: startMs + length }))
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 15_000_000 }),
      fc.array(silence),
      fc.integer({ min: 1, max: 32 }),
      (durationMs, silences, atOnce) => {
        fc.pre(durationMs > 1_000_000)
        const pieces = plan(durationMs, silences, atOnce)
        expect(pieces[0]?.startMs).toBe(0)
        expect(pieces.at(-1)?.endMs).toBe(durationMs)
        pieces.forEach((piece, i) => {
          expect(piece.startMs).toBe(pieces[i - 1]?.endMs ?? 0)
          expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(TARGET * 1.25)
          expect(piece.endMs - piece.startMs).toBeGreaterThanOrEqual(TARGET * 0.4 - 1)
        })
      },
    ),
  )
})
