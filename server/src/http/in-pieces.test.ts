import { expect, test } from 'vitest'
import { inPieces } from './in-pieces.ts'
import { createTurns } from './turns.ts'

const BODIES = ['a', 'b'.repeat(200_000), '', 'é'].map((text) => Buffer.from(text))

test('a long body arrives whole and in its order', async () => {
  expect(await new Response(inPieces(BODIES, createTurns())).text()).toBe(`a${'b'.repeat(200_000)}é`)
  expect(await new Response(inPieces([], createTurns())).text()).toBe('')
})

test('between two pieces of a long body others have their turn', async () => {
  const pieces: number[] = []
  let turns = 0
  let ended = false
  const count = () => {
    turns += 1
    if (!ended) setImmediate(count)
  }
  setImmediate(count)
  for await (const piece of inPieces([Buffer.alloc(1_000_000)], createTurns())) pieces.push(piece.length)
  ended = true
  expect(Math.max(...pieces)).toBeLessThan(100_000)
  expect(turns).toBeGreaterThanOrEqual(pieces.length)
})
