import { expect, test } from 'vitest'
import { assignTurns } from './assign-turns.ts'

const turn = (startMs: number, endMs: number, label: number) => ({ startMs, endMs, label })

test('speakers are numbered in the order in which they first speak', () => {
  expect(assignTurns([turn(0, 900, 7), turn(1000, 1900, 3), turn(2000, 2500, 7)], null)).toEqual([
    { startMs: 0, endMs: 900, speaker: 'Speaker 1' },
    { startMs: 1000, endMs: 1900, speaker: 'Speaker 2' },
    { startMs: 2000, endMs: 2500, speaker: 'Speaker 1' },
  ])
})

test('leaves overlapping speech without a turn', () => {
  const turns = assignTurns([turn(0, 5000, 0), turn(1000, 1400, 1), turn(4500, 8000, 1)], null)
  expect(turns.map(({ startMs, endMs, speaker }) => [startMs, endMs, speaker])).toEqual([
    [0, 1000, 'Speaker 1'],
    [1400, 4500, 'Speaker 1'],
    [5000, 8000, 'Speaker 2'],
  ])
})

test('joins adjacent turns', () => {
  expect(assignTurns([turn(0, 1000, 0), turn(1000, 2000, 1), turn(2000, 3000, 1)], 2)).toHaveLength(3)
})

test('drops a voice with little speech, unless the owner gives a count', () => {
  const heard = [turn(0, 100, 5), turn(500, 10_000, 0), turn(10_500, 20_000, 1)]
  expect(assignTurns(heard, null).map(({ startMs, speaker }) => [startMs, speaker])).toEqual([
    [500, 'Speaker 1'],
    [10_500, 'Speaker 2'],
  ])
  expect(assignTurns(heard, 3).map(({ speaker }) => speaker)).toEqual(['Speaker 1', 'Speaker 2', 'Speaker 3'])
})

test('keeps the voices with the most speech when there are more than a call can have', () => {
  const heard = Array.from({ length: 10 }, (_, label) => turn(label * 10_000, label * 10_000 + 5000 + label, label))
  expect(assignTurns(heard, null).map(({ startMs }) => startMs)).toEqual([
    20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000,
  ])
})
