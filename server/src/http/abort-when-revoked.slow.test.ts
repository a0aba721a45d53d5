import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { afterEach, describe, expect, test } from 'vitest'
import { createAbortWhenRevoked } from './abort-when-revoked.ts'
import { createRouter } from './app.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { inPieces } from './in-pieces.ts'
import { listen } from './listen.ts'
import { createTurns } from './turns.ts'

/** The system holds so much for one connection, so that the server is done with it long before its reader. */
const SIZE = 2_000_000
/** What the reader's own system has taken of it already. */
const TAKEN = 600_000
const EVERY_MS = 20

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closes.splice(0).map((close) => close()))
})

/** A server whose answers may go on as long as `may.goOn` says, and that counts how often it is asked. */
async function start({ stalledMs = 60_000, ...limits }: Partial<ConnectionLimits> & { stalledMs?: number } = {}) {
  const abortWhenRevoked = createAbortWhenRevoked({ everyMs: EVERY_MS, stalledMs })
  const may = { goOn: true, answered: Promise.resolve() }
  const asked: string[] = []
  /** Of each request, its connection. */
  const sockets: Socket[] = []
  const turns = createTurns()
  const app = createRouter()
  app.get('/:what/:bytes', (c) => {
    sockets.push((c.env as HttpBindings).incoming.socket)
    const { what, bytes } = c.req.param()
    const mayGoOn = async () => {
      asked.push(what)
      await may.answered
      return what === 'free' || may.goOn
    }
    abortWhenRevoked(c, { what, mayGoOn })
    return c.body(inPieces([new Uint8Array(Number(bytes))], turns))
  })
  const ready = Promise.withResolvers<number>()
  const options = { port: 0, hostname: '127.0.0.1', limits, onReady: ready.resolve, onError: ready.reject }
  closes.push(listen(app, options))
  return { port: await ready.promise, may, asked, sockets }
}

/** A reader that reads nothing before `readOn`. */
async function ask(port: number, path: string, lines = '') {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  const seen = { bytes: 0, failure: null as string | null }
  const closed = Promise.withResolvers<void>()
  const send = (next = path) => socket.write(`GET ${next} HTTP/1.1\r\nHost: localhost\r\n${lines}\r\n`)
  socket.on('error', ({ message }) => (seen.failure = message)).once('close', closed.resolve)
  send()
  return {
    socket,
    seen,
    send,
    closed: closed.promise,
    readOn: () => void socket.on('data', ({ length }: Buffer) => (seen.bytes += length)),
    async received(bytes: number) {
      while (seen.bytes < bytes && seen.failure === null) await delay(5)
    },
  }
}
type Reader = Awaited<ReturnType<typeof ask>>

/** Until the server must have done what it does. */
const aWhile = () => delay(20 * EVERY_MS)

describe('what the system holds of an answer that may not go on', () => {
  test.each<[string, { lines?: string; idleMs?: number; next?: (reader: Reader) => Promise<unknown> }]>([
    ['on an open connection', {}],
    ['after “Connection: close”', { lines: 'Connection: close\r\n' }],
    ['after its reader ended its side', { next: async ({ socket }) => socket.end() }],
    // Node waits for a second longer.
    ['after its connection was idle for long', { idleMs: 1, next: () => delay(1500) }],
    ['although its reader sent more', { next: async ({ socket }) => socket.write('GET /more/1 HTTP/1.1\r\nHo') }],
  ])('is not sent any more %s', async (_when, { lines, next, ...limits }) => {
    const { port, may, sockets } = await start(limits)
    const reader = await ask(port, `/page/${SIZE}`, lines)
    await aWhile()
    await next?.(reader)
    await aWhile()
    may.goOn = false
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
    reader.readOn()
    await reader.closed
    expect(reader.seen.bytes).toBeLessThan(TAKEN)
  })

  test('is sent where another answer was meant', async () => {
    const { port, may } = await start()
    const reader = await ask(port, `/free/${SIZE}`)
    const other = await ask(port, `/page/${SIZE}`)
    await aWhile()
    may.goOn = false
    await aWhile()
    other.readOn()
    await other.closed
    reader.readOn()
    await reader.received(SIZE)
    expect(reader.seen).toMatchObject({ failure: null })
    reader.socket.destroy()
  })
})

test('a slow reader gets a whole answer whose connection is to be closed, and then its end', async () => {
  const { port } = await start()
  const reader = await ask(port, `/page/${SIZE}`, 'Connection: close\r\n')
  await aWhile()
  reader.readOn()
  await once(reader.socket, 'end')
  expect(reader.seen.bytes).toBeGreaterThan(SIZE)
  await aWhile()
  reader.socket.end()
  await reader.closed
  expect(reader.seen.failure).toBeNull()
})

test('an answer that was received is asked for no more, and its connection serves the next', async () => {
  const { port, asked, may } = await start()
  const reader = await ask(port, '/page/100000')
  reader.readOn()
  await reader.received(100_000)
  await aWhile()
  const before = asked.length
  may.goOn = false
  await aWhile()
  expect(asked).toHaveLength(before)
  may.goOn = true
  reader.send()
  await reader.received(200_000)
  expect(reader.seen.failure).toBeNull()
  reader.socket.destroy()
})

test('an answer goes on when the one before it on the connection, which was received, may not', async () => {
  const { port, may } = await start()
  // The reader's own system takes the first one.
  const reader = await ask(port, '/page/30000')
  reader.send(`/free/${8 * SIZE}`)
  await aWhile()
  may.goOn = false
  await aWhile()
  reader.readOn()
  await reader.received(8 * SIZE)
  expect(reader.seen.failure).toBeNull()
  reader.socket.destroy()
})

test('a connection goes on whose answer was received shortly before it may not go on', async () => {
  const { port, may } = await start()
  const reader = await ask(port, '/free/1')
  const END = '0\r\n\r\n'
  let whole = Promise.withResolvers<void>()
  reader.socket.on('data', (part: Buffer) => part.toString().endsWith(END) && whole.resolve())
  const next = async (path: string) => {
    await Promise.race([whole.promise, reader.closed])
    whole = Promise.withResolvers<void>()
    reader.send(path)
  }
  for (let times = 0; times < 300; times += 1) {
    await next('/page/1000')
    await Promise.race([whole.promise, reader.closed])
    may.goOn = false
    await next('/free/1000')
    await Promise.race([whole.promise, reader.closed])
    may.goOn = true
  }
  expect(reader.seen.failure).toBeNull()
  reader.socket.destroy()
})

test('a connection goes on whose answer was received while it was found out that it may not go on', async () => {
  const { port, may, asked } = await start()
  const answered = Promise.withResolvers<void>()
  may.answered = answered.promise
  const reader = await ask(port, `/page/${SIZE}`)
  while (asked.length === 0) await delay(5)
  reader.readOn()
  await reader.received(SIZE)
  may.goOn = false
  answered.resolve()
  await aWhile()
  reader.send('/free/100000')
  await reader.received(SIZE + 100_000)
  expect(reader.seen.failure).toBeNull()
  reader.socket.destroy()
})

test('a connection is closed soon after its reader ended it', async () => {
  const { port } = await start({ perAddress: 1 })
  const reader = await ask(port, '/page/100000')
  reader.readOn()
  await reader.received(100_000)
  reader.socket.end()
  for (;;) {
    const next = await ask(port, '/free/100000', 'Connection: close\r\n')
    next.readOn()
    await once(next.socket, 'end')
    next.socket.end()
    if (next.seen.bytes > 100_000) break
  }
})

test('an answer of many readers is asked for once in an interval', async () => {
  const { port, asked } = await start()
  const readers = await Promise.all(Array.from({ length: 8 }, () => ask(port, `/page/${SIZE}`)))
  await aWhile()
  asked.length = 0
  const started = performance.now()
  await aWhile()
  const intervals = (performance.now() - started) / EVERY_MS
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.length).toBeLessThanOrEqual(intervals + 1)
  for (const { socket } of readers) socket.destroy()
})

test('nothing is asked for a reader that went away', async () => {
  const { port, asked } = await start()
  const reader = await ask(port, `/page/${16 * SIZE}`)
  while (asked.length === 0) await delay(5)
  reader.socket.destroy()
  await aWhile()
  const before = asked.length
  await aWhile()
  expect(asked).toHaveLength(before)
})

test('a reader that takes nothing of what the system holds for too long loses its connection', async () => {
  const { port } = await start({ stalledMs: 10 * EVERY_MS })
  const reader = await ask(port, `/page/${SIZE}`)
  await delay(60 * EVERY_MS)
  reader.readOn()
  await reader.closed
  expect(reader.seen.bytes).toBeLessThan(TAKEN)
})

test('a server that ends leaves nothing behind that the system goes on to send', async () => {
  const { port } = await start()
  const reader = await ask(port, `/page/${SIZE}`)
  await aWhile()
  await Promise.all(closes.splice(0).map((close) => close()))
  reader.readOn()
  await reader.closed
  expect(reader.seen.bytes).toBeLessThan(TAKEN)
})
