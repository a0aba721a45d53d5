import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that listens on this machine. */
export interface Listening {
  url: string
  port: number
  /** Ends its open connections too. */
  close: () => Promise<void>
}

/** Opens a server. @param wanted the port; default: a free one. */
export async function listen(server: Server, wanted = 0): Promise<Listening> {
  await once(server.listen(wanted, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
