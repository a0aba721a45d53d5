/** An answer went on beyond what is read of one. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** Like `fetch`, but an answer that goes on beyond so many bytes is broken off with AnswerTooLarge. */
export function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.body === null) return response
    return new Response(response.body.pipeThrough(countingTo(mostBytes)), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
}

function countingTo(mostBytes: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.length
      if (bytes > mostBytes) controller.error(new AnswerTooLarge(`an answer of more than ${mostBytes} bytes`))
      else controller.enqueue(piece)
    },
  })
}
