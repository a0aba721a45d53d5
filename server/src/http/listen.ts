import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import type { App } from './app.ts'
import { CONNECTION_LIMITS, limitConnections, limitIdleBodies, type ConnectionLimits } from './connection-limits.ts'
import { answerRawRequests } from './raw-refusals.ts'
import { resetStalledAnswers } from './stalled-answers.ts'

/** Slow headers are checked this many times within their limit. */
const CHECKS_PER_LIMIT = 4

export interface ListenOptions {
  /** 0: any free port. */
  port: number
  hostname: string
  limits?: Partial<ConnectionLimits>
  onReady: (port: number) => void
  onError: (error: Error) => void
}

/** How often to check for connections without a request in progress. ms */
const IDLE_MS = 100

/**
 * Opens the port.
 * @returns a function that closes it; open connections may finish their requests for `finishMs` (absent: not at all).
 */
export function listen(
  app: App,
  { port, hostname, limits: given, onReady, onError }: ListenOptions,
): (finishMs?: number) => Promise<void> {
  const limits = { ...CONNECTION_LIMITS, ...given }
  const answer = getRequestListener(app.fetch, { hostname, errorHandler: () => unreadable() })
  // A slow upload may take hours, so requests time out by inactivity, not by duration. Without an explicit value, the
  // time for headers would be unlimited too.
  const server = createServer(
    {
      requestTimeout: 0,
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.headersMs / CHECKS_PER_LIMIT,
      keepAliveTimeout: limits.idleMs,
    },
    (request: IncomingMessage, response: ServerResponse) => {
      if (!isRefused(request.socket)) void answer(request, response)
    },
  )
  const isRefused = limitConnections(server, limits)
  limitIdleBodies(server, limits)
  const resetAll = resetStalledAnswers(server, limits)
  answerRawRequests(server)
  server.on('error', onError)
  server.listen(port, hostname, () => onReady((server.address() as AddressInfo).port))
  return async (finishMs = 0) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if (finishMs > 0) {
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS)
      await Promise.race([closed, delay(finishMs, undefined, { ref: false })])
      clearInterval(idle)
    }
    resetAll()
    await closed
  }
}

/** Handles requests with an unreadable address; the app handles its own errors. */
function unreadable(): Response {
  const message = 'Invalid request.'
  return Response.json({ error: { code: 'invalid_request', message } }, { status: 400 })
}
