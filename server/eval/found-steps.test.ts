import { expect, test } from 'vitest'
import type { DraftItem } from '../src/analysis/analyst.ts'
import { foundSteps } from './found-steps.ts'

const cue = (id: string, start_ms: number, speaker: string) => ({
  id,
  start_ms,
  end_ms: start_ms + 900,
  speaker,
  text: id,
})
const CUES = [cue('c0', 0, 'Ana Ruiz'), cue('c1', 1000, 'Ben'), cue('c2', 2000, 'Ben'), cue('c3', 3000, 'Ana Ruiz')]
/** Cues 1 and 2 are one line of the transcript. */
const LINES = [
  { ...cue('l0', 0, 'Ana Ruiz') },
  { ...cue('l1', 1000, 'Ben'), end_ms: 2900 },
  { ...cue('l2', 3000, 'Ana Ruiz') },
]
const action = (owner: string, evidence: number[]) => ({ text: '', owner: [owner], task: '', due: '', evidence })
const item = (owner: string, ...segmentIds: string[]): DraftItem => ({ text: '', owner, segmentIds })
const DRAFT = { actionPoints: [item('Ben', 'l1')], todoList: [] }
const found = (possible: string[], ...actions: ReturnType<typeof action>[]) =>
  foundSteps(DRAFT, possible, LINES, { cues: CUES, notes: { actions } as never })

test('finds a noted step when a step of its owner cites one of its lines', () => {
  expect(found([], action('Ben', [2]), action('Ana', [1]), action('Ben', [3]))).toEqual({
    found: { of: 3, are: 1 },
    possible: { of: 0, are: 0 },
  })
})

test('finds a noted step within a line of a possible one', () => {
  expect(found(['l0', 'l2'], action('Ana', [1]))).toEqual({ found: { of: 1, are: 1 }, possible: { of: 2, are: 2 } })
  expect(found(['l2'], action('Ana', [0]))).toEqual({ found: { of: 1, are: 0 }, possible: { of: 1, are: 0 } })
})
