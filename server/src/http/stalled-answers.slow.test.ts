import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { streamSSE } from 'hono/streaming'
import { afterEach, expect, test } from 'vitest'
import { createRouter } from './app.ts'
import { listen } from './listen.ts'

/** Far more than the system buffers for one connection. */
const SIZE = 32 * 1024 * 1024
const PIECE = 64 * 1024
/** The system accepts a response in steps of a megabyte. */
const ANSWER_MS = 600

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closes.splice(0).map((close) => close()))
})

async function start(): Promise<number> {
  const app = createRouter()
  const inPieces = () => {
    let left = SIZE
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(PIECE))
        if ((left -= PIECE) === 0) controller.close()
      },
    })
  }
  app.get('/pieces', (c) => c.body(inPieces()))
  app.get('/later', async (c) => {
    await delay(3 * ANSWER_MS)
    return c.text('here')
  })
  app.get('/events', (c) =>
    streamSSE(c, async (events) => {
      await events.writeSSE({ data: 'first' })
      await delay(3 * ANSWER_MS)
      await events.writeSSE({ data: 'last' })
    }),
  )
  app.post('/upload', async (c) => c.text(`got ${(await c.req.arrayBuffer()).byteLength}`))
  const ready = Promise.withResolvers<number>()
  const limits = { answerMs: ANSWER_MS }
  closes.push(listen(app, { port: 0, hostname: '127.0.0.1', limits, onReady: ready.resolve, onError: ready.reject }))
  return ready.promise
}

/** A client that doesn't read unless told to. */
async function ask(port: number, request: string) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const seen = { bytes: 0, text: '', failure: null as string | null }
  const closed = Promise.withResolvers<void>()
  socket.on('error', ({ message }) => (seen.failure = message)).once('close', closed.resolve)
  socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`)
  return { socket, seen, closed: closed.promise }
}

test.each(['GET /pieces', 'POST /pieces'])('aborts a response that is not read (%s)', async (request) => {
  const port = await start()
  const { socket, closed, seen } = await ask(port, request.replace('POST', 'GET'))
  // A client that keeps sending still reads nothing.
  if (request.startsWith('POST')) socket.write('Content-Length: 1000000\r\n\r\n')
  else socket.write('\r\n')
  const sending = setInterval(() => request.startsWith('POST') && socket.write('a'.repeat(100)), ANSWER_MS / 10)
  await delay(4 * ANSWER_MS)
  clearInterval(sending)
  socket.on('data', ({ length }: Buffer) => (seen.bytes += length))
  await closed
  expect(seen.bytes).toBeLessThan(SIZE / 2)
})

test('lets a slowly read response take many times as long', async () => {
  const { socket, seen, closed } = await ask(await start(), 'GET /pieces')
  socket.write('\r\n')
  const until = performance.now() + 4 * ANSWER_MS
  while (performance.now() < until) {
    seen.bytes += ((socket.read() as Buffer | null) ?? Buffer.of()).length
    await delay(10)
  }
  socket.on('data', ({ length }: Buffer) => (seen.bytes += length))
  await closed
  expect(seen.failure).toBeNull()
  expect(seen.bytes).toBeGreaterThanOrEqual(SIZE)
})

test.each<[string, string, string]>([
  ['an answer that the server takes long for', 'GET /later', 'here'],
  ['a stream of events with long pauses', 'GET /events', 'data: last'],
])('does not abort %s', async (_what, request, last) => {
  const { socket, seen } = await ask(await start(), request)
  socket.write('\r\n')
  socket.on('data', (part: Buffer) => (seen.text += part.toString()))
  while (!seen.text.includes(last) && seen.failure === null) await delay(10)
  expect(seen.failure).toBeNull()
  socket.destroy()
})

test('does not abort an upload slower than responses may be', async () => {
  const { socket, seen, closed } = await ask(await start(), 'POST /upload')
  socket.write('Content-Length: 3000\r\n\r\n')
  socket.on('data', (part: Buffer) => (seen.text += part.toString()))
  for (const part of ['a', 'b', 'c']) {
    await delay(2 * ANSWER_MS)
    socket.write(part.repeat(1000))
  }
  await closed
  expect(seen).toMatchObject({ failure: null, text: expect.stringContaining('got 3000') })
})
