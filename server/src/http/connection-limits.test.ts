import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { createRouter } from './app.ts'
import type { ConnectionLimits } from './connection-limits.ts'
import { listen } from './listen.ts'

const READ_AFTER_MS = 400
const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closes.splice(0).map((close) => close()))
})

/** A server that responds with the number of bytes of a body. @returns its port. */
async function start(limits: Partial<ConnectionLimits>): Promise<number> {
  const app = createRouter()
  // These tests send truncated bodies, and the default handler would print each one.
  app.onError(() => new Response(null, { status: 400 }))
  app.post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.get('/', (c) => c.text('here'))
  app.post('/later', async (c) => {
    await delay(READ_AFTER_MS)
    return c.text(String((await c.req.arrayBuffer()).byteLength))
  })
  // A started response that lasts as long as its connection.
  app.post('/begun', (c) => c.body(new ReadableStream({ start: (begun) => begun.enqueue(Buffer.from('begun')) })))
  return new Promise((resolve, reject) => {
    closes.push(listen(app, { port: 0, hostname: '127.0.0.1', limits, onReady: resolve, onError: reject }))
  })
}

async function open(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const seen = { text: '' }
  socket.on('data', (part: Buffer) => (seen.text += part.toString()))
  return { socket, seen }
}

/** @returns the response once the server has closed the connection. */
async function getAnswer({ socket, seen }: { socket: Socket; seen: { text: string } }): Promise<string> {
  if (!socket.closed) await once(socket, 'close')
  return seen.text
}

const POST = 'POST / HTTP/1.1\r\nHost: localhost\r\n'

describe('a request whose headers', () => {
  test.each([
    ['don’t begin', ''],
    ['never end', 'GET / HTTP/1.1\r\nHost: localhost\r\n'],
  ])('%s is answered with 408, and its connection closes', async (_what, head) => {
    const connection = await open(await start({ headersMs: 100 }))
    connection.socket.write(head)
    expect(await getAnswer(connection)).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('drip in endlessly is closed all the same', async () => {
    const connection = await open(await start({ headersMs: 100 }))
    connection.socket.write('GET / HTTP/1.1\r\n')
    const dripping = (async () => {
      while (!connection.socket.destroyed) {
        connection.socket.write('X-A: b\r\n')
        await delay(20)
      }
    })()
    expect(await getAnswer(connection)).toMatch(/^HTTP\/1\.1 408 /)
    await dripping
  })
})

describe('a request whose body', () => {
  test('stops is answered with 408 as JSON, and its connection closes', async () => {
    const connection = await open(await start({ bodyMs: 50 }))
    connection.socket.write(`${POST}Content-Length: 100\r\n\r\nabc`)
    const answer = await getAnswer(connection)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('{"error":{"code":"invalid_request","message":"The request stalled."}}')
  })

  test('stops after a good start is answered with 408 too', async () => {
    const connection = await open(await start({ bodyMs: 100, bodyBytes: 1024 }))
    connection.socket.write(`${POST}Expect: 100-continue\r\nContent-Length: 100000\r\n\r\n`)
    await once(connection.socket, 'data')
    connection.socket.write('a'.repeat(5000))
    expect(await getAnswer(connection)).toMatch(/HTTP\/1\.1 408 /)
  })

  test('stops during its response is closed, with nothing added to that response', async () => {
    const connection = await open(await start({ bodyMs: 50 }))
    connection.socket.write('POST /begun HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc')
    const answer = await getAnswer(connection)
    expect(answer).toMatch(/^HTTP\/1\.1 200 [^]*begun/)
    expect(answer).not.toContain('408')
  })

  test('is not read by the server for long is not blamed on its sender', async () => {
    const bytes = 8 * 1024 * 1024
    const connection = await open(await start({ bodyMs: READ_AFTER_MS / 8, bodyBytes: 1024 }))
    connection.socket.write(
      `POST /later HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${bytes}\r\n\r\n`,
    )
    connection.socket.write('a'.repeat(bytes))
    const answer = await getAnswer(connection)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain(String(bytes))
  })

  test('drips more slowly than any line is closed', async () => {
    const connection = await open(await start({ bodyMs: 100, bodyBytes: 1024 }))
    connection.socket.write(`${POST}Transfer-Encoding: chunked\r\n\r\n`)
    const dripping = (async () => {
      while (!connection.socket.destroyed) {
        connection.socket.write('1\r\na\r\n')
        await delay(20)
      }
    })()
    expect(await getAnswer(connection)).toMatch(/^HTTP\/1\.1 408 /)
    await dripping
  })

  test('keeps arriving slowly may take many times the limit', async () => {
    const [parts, bytes] = [25, 2048]
    // Each pause is shorter than the limit; together they are longer.
    const connection = await open(await start({ headersMs: 500, bodyMs: 1500, bodyBytes: 1024 }))
    connection.socket.write(`${POST}Connection: close\r\nContent-Length: ${parts * bytes}\r\n\r\n`)
    for (let part = 0; part < parts; part += 1) {
      await delay(80)
      connection.socket.write('a'.repeat(bytes))
    }
    const answer = await getAnswer(connection)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).toContain(String(parts * bytes))
  })
})

test('keeps nothing of finished requests on a connection with many requests', async () => {
  const warnings: string[] = []
  const remember = ({ name }: Error) => void warnings.push(name)
  process.on('warning', remember)
  const { socket, seen } = await open(await start({}))
  for (let number = 1; number <= 30; number += 1) {
    socket.write(`${POST}Content-Length: 3\r\n\r\nabc`)
    while (seen.text.split('HTTP/1.1 200').length <= number) await once(socket, 'data')
  }
  socket.destroy()
  await delay(0)
  process.off('warning', remember)
  expect(warnings).toEqual([])
})

test('limits the connections of one address, and frees a slot with each that ends', async () => {
  const port = await start({ perAddress: 3 })
  const first = [await open(port), await open(port), await open(port)]
  const answer = await getAnswer(await open(port))
  expect(answer).toMatch(/^HTTP\/1\.1 503 /)
  expect(answer).toContain('Too many connections from this address.')
  first[0]?.socket.destroy()
  for (;;) {
    const again = await open(port)
    again.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    if ((await getAnswer(again)).includes('here')) break
  }
})

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ['a tunnel', 'CONNECT example.org:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', 405],
  ['an address that can’t be read', 'GET http://[::g]/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 400],
  ['a byte 0 in the address', 'GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['two lengths', `${POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a length and chunks', `${POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['a negative length', `${POST}Content-Length: -1\r\n\r\n{}`, 400],
  ['an unknown transfer coding', `${POST}Transfer-Encoding: gzip\r\n\r\nx`, 400],
  ['a chunk whose size is no number', `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`, 400],
  ['chunk extensions without an end', `${POST}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}`, 413],
  ['a TLS handshake', '\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03', 400],
])('answers %s with a message', async (_what, request, status) => {
  const connection = await open(await start({}))
  connection.socket.write(request, 'latin1')
  const answer = await getAnswer(connection)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: { message: expect.any(String) } })
})
