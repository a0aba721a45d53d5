import { setImmediate } from 'node:timers/promises'

const PIECE_BYTES = 64 * 1024

/**
 * A long body of an answer, of bytes that many answers share. Between two pieces others have their turn: many readers of
 * one long text don't hold up anybody.
 */
export function inPieces(bodies: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  const pieces = piecesOf(bodies)
  return new ReadableStream(
    {
      async pull(controller) {
        await setImmediate()
        const { done, value } = pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

function* piecesOf(bodies: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const body of bodies)
    for (let from = 0; from < body.length; from += PIECE_BYTES) yield body.subarray(from, from + PIECE_BYTES)
}
