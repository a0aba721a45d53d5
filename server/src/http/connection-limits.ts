import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { getNetwork } from './client-address.ts'
import { rawRefusal } from './raw-refusals.ts'

/** Limits of what one client may hold open. */
export interface ConnectionLimits {
  /** ms from the first byte of a request, or from the connection, until its headers are complete. */
  headersMs: number
  /** A request's body must deliver `bodyBytes` in each period of this many ms: it may take hours, but must progress. */
  bodyMs: number
  bodyBytes: number
  /** A response must progress in each period of this many ms; a chunk of more than a MiB has as many for each MiB. */
  answerMs: number
  /** ms until an idle connection is closed. */
  idleMs: number
  /** Concurrent connections of one address, for IPv6 of one /64. 0: unlimited, behind a proxy. */
  perAddress: number
}

/** A kilobyte a minute is far below the slowest connection in use, which may also be interrupted for some time. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  headersMs: 20_000,
  bodyMs: 60_000,
  bodyBytes: 1024,
  answerMs: 120_000,
  idleMs: 65_000,
  perAddress: 256,
}

/** Ends connections whose request bodies stop progressing, with a response where none was started. */
export function limitIdleBodies(server: Server, { bodyMs, bodyBytes }: ConnectionLimits): void {
  server.on('request', (request, response) => {
    if (!hasBody(request)) return
    const { socket } = request
    let seen = socket.bytesRead
    let waitedForServer = false
    const timer = setInterval(() => {
      // A body that the server isn't reading is not its sender's fault, nor is a pause since it was read.
      const waitsForServer = request.readableLength >= request.readableHighWaterMark
      const wentOn = waitsForServer || waitedForServer || socket.bytesRead - seen >= bodyBytes
      waitedForServer = waitsForServer
      if (request.complete || socket.destroyed) end()
      else if (wentOn) seen = socket.bytesRead
      else if (response.headersSent) socket.destroy()
      else refuse(socket, rawRefusal(408, 'The request stalled.', request.method !== 'HEAD'))
    }, bodyMs).unref()
    // A connection has many requests, so listeners left on it would add up.
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
    const network = getNetwork(socket.remoteAddress ?? '')
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
