import { STATUS_CODES, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { apiErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import type { z } from 'zod'

/**
 * A complete response for a connection without a readable request, in the shape of the API's errors.
 * @param hasBody false for HEAD.
 */
export function rawRefusal(status: number, message: string, hasBody = true): string {
  const code = status === 503 ? 'unavailable' : 'invalid_request'
  const body = JSON.stringify({ error: { code, message } } satisfies z.infer<typeof apiErrorSchema>)
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    hasBody ? body : '',
  ].join('\r\n')
}

const PROBLEMS: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The request’s headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The request is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request timed out.'],
}

/** Responds to what Node refuses below the app: invalid HTTP, requests that are too large or too slow, and tunnels. */
export function answerRawRequests(server: Server): void {
  server.on('clientError', (error: ClientError, socket) => {
    const [status, message] = PROBLEMS[error.code ?? ''] ?? [400, 'Invalid request.']
    if (socket.writable && error.code !== 'ECONNRESET') end(socket, rawRefusal(status, message, !mayBeHead(error)))
    else socket.destroy()
  })
  server.on('connect', (_request, socket) => end(socket, rawRefusal(405, 'This server isn’t a proxy.')))
}

interface ClientError extends NodeJS.ErrnoException {
  /** The last packet received. */
  rawPacket?: Buffer
}

function mayBeHead({ code, rawPacket }: ClientError): boolean {
  const start = rawPacket?.toString('latin1', 0, 16) ?? ''
  // Headers that are too large may have arrived in several packets.
  return start.startsWith('HEAD ') || (code === 'HPE_HEADER_OVERFLOW' && !/^[A-Z]+ /.test(start))
}

function end(socket: Duplex, answer: string): void {
  socket.on('error', () => {})
  socket.end(answer, () => socket.destroy())
}
