import { once } from 'node:events'

/**
 * A WebDriver BiDi session with a browser (w3.org/TR/webdriver-bidi). Playwright's driver sends commands that Firefox
 * ESR refuses, and its own Firefox can't load extensions. Puppeteer waits forever for an extension's pages.
 */
export interface BidiSession {
  /** @returns the command's result. @throws Error with the browser's reason. */
  send: <Result = unknown>(method: string, params?: object) => Promise<Result>
}

interface Reply {
  id?: number | null
  result?: unknown
  error?: string
  message?: string
}

/** Opens a session. @param address that the browser prints: `ws://127.0.0.1:1234`. */
export async function openBidiSession(address: string): Promise<BidiSession> {
  const socket = new WebSocket(`${address}/session`)
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Reply
    const waiting = pending.get(id ?? 0)
    pending.delete(id ?? 0)
    if (error === undefined) waiting?.resolve(result)
    else waiting?.reject(new Error(`${error}: ${message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('The browser has ended.'))
  })
  await once(socket, 'open')

  function send<Result>(method: string, params: object = {}): Promise<Result> {
    const reply = Promise.withResolvers<unknown>()
    lastId += 1
    pending.set(lastId, reply)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return reply.promise as Promise<Result>
  }
  await send('session.new', { capabilities: {} })
  return { send }
}
