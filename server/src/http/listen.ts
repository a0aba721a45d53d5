import { serve } from '@hono/node-server'
import type { App } from './app.ts'

export interface ListenOptions {
  /** 0: any free one. */
  port: number
  hostname: string
  onReady: (port: number) => void
  onError: (error: Error) => void
}

/** Opens the port. @returns a function that closes it and all open connections. */
export function listen(app: App, { port, hostname, onReady, onError }: ListenOptions): () => void {
  // A slow upload may take hours: a request times out by inactivity, not by its duration.
  const server = serve(
    { fetch: app.fetch, port, hostname, serverOptions: { requestTimeout: 0, keepAliveTimeout: 65_000 } },
    (address) => onReady(address.port),
  )
  server.on('error', onError)
  return () => {
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
}
