import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRouter } from './app.ts'
import { inPieces } from './in-pieces.ts'
import { createTurns, inTurn } from './turns.ts'

const READERS = 30
const MOST = 4

/** Number of the event loop's turn. */
let turn = 0
let counting: NodeJS.Immediate
beforeEach(() => {
  const count = () => {
    turn += 1
    counting = setImmediate(count)
  }
  count()
})
afterEach(() => clearImmediate(counting))

/** How many of these were in the turn that had most of them. */
function mostAtOnce(turns: readonly number[]): number {
  return Math.max(
    ...Map.groupBy(turns, (one) => one)
      .values()
      .map(({ length }) => length),
  )
}

test('of many that wait a few go on in one turn of the event loop, who came first before the others', async () => {
  const turns = createTurns(MOST)
  const went: [reader: number, turn: number][] = []
  await Promise.all(
    Array.from({ length: READERS }, async (_, reader) => {
      for (let part = 0; part < 3; part += 1) {
        await turns.next()
        went.push([reader, turn])
      }
    }),
  )
  expect(mostAtOnce(went.map(([, at]) => at))).toBe(MOST)
  const order = Array.from({ length: READERS }, (_, reader) => reader)
  expect(went.map(([reader]) => reader)).toEqual([...order, ...order, ...order])
})

test('requests that arrive together are not answered in one turn of the event loop', async () => {
  const router = createRouter()
  const answered: number[] = []
  router.use(inTurn(createTurns(MOST)))
  router.get('/', (c) => {
    answered.push(turn)
    return c.text('here')
  })
  await Promise.all(Array.from({ length: READERS }, async () => router.request('/')))
  expect(answered).toHaveLength(READERS)
  expect(mostAtOnce(answered)).toBe(MOST)
})

test('many readers of a long body get their pieces in many turns of the event loop, and one that stands still or goes away holds up nobody', async () => {
  const turns = createTurns(MOST)
  const body = [Buffer.alloc(500_000, 'a')]
  const stalled = inPieces(body, turns).getReader()
  await stalled.read()
  const gone = inPieces(body, turns).getReader()
  const asked = gone.read()
  await gone.cancel()
  expect(await asked).toEqual({ done: true, value: undefined })
  const came: number[] = []
  const read = async () => {
    let bytes = 0
    for await (const piece of inPieces(body, turns)) {
      came.push(turn)
      bytes += piece.length
    }
    return bytes
  }
  const sizes = await Promise.all(Array.from({ length: READERS }, read))
  expect(new Set(sizes)).toEqual(new Set([500_000]))
  expect(mostAtOnce(came)).toBeLessThanOrEqual(MOST)
  await stalled.cancel()
})
