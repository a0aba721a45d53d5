import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './client-address.ts'
import { rawRefusal } from './raw-refusals.ts'

/** What one client may hold open. */
export interface ConnectionLimits {
  /** ms from the first byte of a request, or from the connection, until its headers are complete. */
  headersMs: number
  /** A request's body must bring `bodyBytes` in each so many ms: it may take hours, but it must go on. */
  bodyMs: number
  bodyBytes: number
  /** An answer must go on in each so many ms; a piece of more than a MiB has as many for each MiB. */
  answerMs: number
  /** ms until a connection is closed on which nothing is asked for any more. */
  idleMs: number
  /** Connections at once from one address; of IPv6 from one /64. 0: any number, behind a proxy. */
  perAddress: number
}

/** A kilobyte a minute is far below the slowest line in use, and a line may be interrupted for some time. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  bodyMs: 60_000,
  bodyBytes: 1024,
  answerMs: 120_000,
  idleMs: 65_000,
  perAddress: 256,
}

/** Ends connections whose requests' bodies don't go on, with an answer where none was begun. */
export function limitIdleBodies(server: Server, { bodyMs, bodyBytes }: ConnectionLimits): void {
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const { socket } = request
    let seen = socket.bytesRead
    let waitedForServer = false
    const timer = setInterval(() => {
      // A body that the server itself doesn't read on is not its sender's fault, nor that nothing came since it was read.
      const waitsForServer = request.readableLength >= request.readableHighWaterMark
      const wentOn = waitsForServer || waitedForServer || socket.bytesRead - seen >= bodyBytes
      waitedForServer = waitsForServer
      if (request.complete || socket.destroyed) end()
      else if (wentOn) seen = socket.bytesRead
      else if (response.headersSent) socket.destroy()
      else refuse(socket, rawRefusal(408, 'The request stalled.', request.method !== 'HEAD'))
    }, bodyMs).unref()
    // A connection has many requests: what one leaves on it would add up.
    const end = () => {
      clearInterval(timer)
      socket.off('close', end)
    }
    socket.once('close', end)
    response.once('close', () => request.complete && end())
  })
}

/** Refuses connections of an address that has too many. @returns whether a connection was refused. */
export function limitConnections(server: Server, { perAddress }: ConnectionLimits): (socket: Socket) => boolean {
  const counts = new Map<string, number>()
  const refused = new WeakSet<Socket>()
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    const count = (counts.get(network) ?? 0) + 1
    if (perAddress > 0 && count > perAddress) {
      refused.add(socket)
      refuse(socket, rawRefusal(503, 'Too many connections from this address.'))
      return
    }
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
  return (socket) => refused.has(socket)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function refuse(socket: Socket, answer: string): void {
  socket.on('error', () => {})
  socket.write(answer)
  socket.destroySoon()
}
