import type { Turns } from './turns.ts'

const PIECE_BYTES = 64 * 1024

/**
 * A long body of an answer, of bytes that many answers share. Between two pieces others have their turn: many readers of
 * one long text don't hold up anybody, and one that reads slowly waits without a turn.
 */
export function inPieces(bodies: readonly Uint8Array[], turns: Turns): ReadableStream<Uint8Array> {
  const pieces = piecesOf(bodies)
  let isOver = false
  return new ReadableStream(
    {
      async pull(controller) {
        await turns.next()
        // Its reader went away meanwhile.
        if (isOver) return
        const { done, value } = pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        isOver = true
      },
    },
    { highWaterMark: 0 },
  )
}

function* piecesOf(bodies: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const body of bodies)
    for (let from = 0; from < body.length; from += PIECE_BYTES) yield body.subarray(from, from + PIECE_BYTES)
}
