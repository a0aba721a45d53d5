import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** The whole body of a request; null when the client disconnected halfway. */
export async function receiveBody(request: IncomingMessage): Promise<Buffer | null> {
  try {
    return await buffer(request)
  } catch (error) {
    if (request.complete) throw error
    return null
  }
}
