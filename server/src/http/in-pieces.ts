import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A socket takes megabytes at once, and thirty of them would block the event loop for as long as that is copied. */
const PIECE_BYTES = 64 * 1024

/** A response body sent in one piece a turn of the event loop, so that other requests are answered in between. */
export function inPieces(parts: readonly Uint8Array[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(Readable.from(cut(parts))) as ReadableStream<Uint8Array<ArrayBuffer>>
}

async function* cut(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += PIECE_BYTES) {
      yield part.subarray(at, at + PIECE_BYTES)
      await nextTurn()
    }
}
