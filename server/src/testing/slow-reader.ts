import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'

/** A slow line's reads: one each 20 ms at most, so that 50 of them take a second or longer. */
export const PART_BYTES = 32 * 1024
/** Reads until the connection must be gone. Four seconds' worth: the server checks twice a second, later on a busy machine. */
export const PARTS_TO_CUT = 200

export interface ReadingOptions {
  cookie?: string
  range?: string
  partBytes?: number
  /** Further lines of the request, each with its end. */
  lines?: string | undefined
  /** Sent instead of a GET without a body. */
  json?: unknown
  /** Nothing is read before it settles. */
  stalledUntil?: Promise<unknown>
}

/** Reads a part each 20 ms at most, as a slow line would. @returns how much came, and how to follow it. */
export async function readSlowly(
  url: URL,
  { cookie = '', range = '', lines = '', json, partBytes = PART_BYTES, stalledUntil }: ReadingOptions = {},
) {
  const socket = connect(Number(url.port), url.hostname)
  await once(socket, 'connect')
  const body = json === undefined ? '' : JSON.stringify(json)
  socket.write(
    `${body === '' ? 'GET' : 'POST'} ${url.pathname}${url.search} HTTP/1.1\r\nHost: localhost\r\n${cookie && `Cookie: ${cookie}\r\n`}${range && `Range: ${range}\r\n`}${body && `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`}${lines}\r\n${body}`,
  )
  const seen = { bytes: 0, isOver: false }
  // The end of a connection that is cut is an error to its reader.
  socket.on('error', () => {}).once('close', () => (seen.isOver = true))
  const reading = (async () => {
    await stalledUntil
    while (!seen.isOver) {
      const part = (socket.read(partBytes) ?? socket.read()) as Buffer | null
      seen.bytes += part?.length ?? 0
      await delay(20)
    }
  })()
  return { seen, reading, socket, close: () => socket.destroy() }
}

/** Waits until so many bytes came. */
export async function received({ seen }: Awaited<ReturnType<typeof readSlowly>>, bytes: number): Promise<void> {
  while (seen.bytes < bytes && !seen.isOver) await delay(20)
  expect(seen.bytes).toBeGreaterThanOrEqual(bytes)
}
