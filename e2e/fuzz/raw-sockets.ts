import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** What is sent on a connection of its own, and what has to come back. */
export interface RawCase {
  name: string
  send: (socket: Socket) => Promise<void> | void
  /** What the whole answer has to match; null: none is due, the server only has to live on. */
  answer: RegExp | null
  /** Takes as long as the server's patience. */
  slow?: boolean
}

const HEAD = 'Host: localhost\r\n'
const ONE = `GET /healthz HTTP/1.1\r\n${HEAD}\r\n`
const text = (content: string) => (socket: Socket) => void socket.write(content, 'latin1')
const post = (headers: string, body = '') =>
  text(`POST /api/contact HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\n${headers}\r\n${body}`)

const status = (...codes: number[]) => new RegExp(`^HTTP/1\\.1 (${codes.join('|')}) `)

/** Every request that has been begun is answered, or its connection is closed with an answer: RFC 9112. */
export const RAW_CASES: readonly RawCase[] = [
  {
    name: 'fifty requests at once, answered in their order',
    send: text(ONE.repeat(49) + ONE.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')),
    answer: /^(HTTP\/1\.1 200 OK[^]*?\{"status":"ok"\}){50}$/,
  },
  {
    name: 'a request behind one that is refused',
    send: (socket) => {
      post('Content-Length: 1\r\n', '{')(socket)
      text(ONE)(socket)
    },
    answer: /^HTTP\/1\.1 400 [^]*HTTP\/1\.1 200 /,
  },
  {
    name: 'headers of 100 KB',
    send: text(`GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(100_000)}\r\n\r\n`),
    answer: status(431),
  },
  {
    name: 'five thousand headers',
    send: text(`GET / HTTP/1.1\r\n${HEAD}${'A: b\r\n'.repeat(5000)}\r\n`),
    answer: status(431),
  },
  {
    name: 'an address of 100 KB',
    send: text(`GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${HEAD}\r\n`),
    answer: status(414, 431),
  },
  {
    name: 'a body that is announced too large',
    send: post('Content-Length: 999999999999\r\n', '{'),
    answer: status(413),
  },
  { name: 'a length that is no number', send: post('Content-Length: ten\r\n', '{}'), answer: status(400) },
  { name: 'a negative length', send: post('Content-Length: -1\r\n', '{}'), answer: status(400) },
  { name: 'two lengths', send: post('Content-Length: 2\r\nContent-Length: 3\r\n', '{}'), answer: status(400) },
  {
    name: 'a length and chunks',
    send: post('Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    answer: status(400),
  },
  { name: 'an unknown transfer coding', send: post('Transfer-Encoding: gzip\r\n', 'x'), answer: status(400, 501) },
  {
    name: 'a chunk whose size is no number',
    send: post('Transfer-Encoding: chunked\r\n', 'zz\r\n{}\r\n0\r\n\r\n'),
    answer: status(400),
  },
  {
    name: 'a chunk of four exabytes',
    send: post('Transfer-Encoding: chunked\r\n', 'FFFFFFFFFFFFFFFFFF\r\n{}'),
    answer: status(400, 413),
  },
  {
    name: 'extensions of chunks without an end',
    send: post('Transfer-Encoding: chunked\r\n', `1;${'x'.repeat(100_000)}`),
    answer: status(400, 413),
  },
  {
    name: 'chunks of one byte, more than a body may have',
    send: post('Transfer-Encoding: chunked\r\n', `${'1\r\nx\r\n'.repeat(20_000)}0\r\n\r\n`),
    answer: status(400, 413),
  },
  {
    name: 'a greeting of TLS',
    send: (socket) => void socket.write(Buffer.from('16030100c8010000c40303', 'hex')),
    answer: status(400),
  },
  { name: 'the preface of HTTP/2', send: text('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), answer: status(400, 505) },
  { name: 'HTTP/0.9', send: text('GET /healthz\r\n\r\n'), answer: status(200, 400) },
  { name: 'HTTP/1.0 without a host', send: text('GET /healthz HTTP/1.0\r\n\r\n'), answer: status(200, 400) },
  { name: 'no host', send: text('GET /healthz HTTP/1.1\r\n\r\n'), answer: status(400) },
  {
    name: 'two hosts',
    send: text(`GET /healthz HTTP/1.1\r\n${HEAD}Host: evil.example\r\n\r\n`),
    answer: status(200, 400),
  },
  {
    name: 'a host that can’t be',
    send: text('GET /api/tags HTTP/1.1\r\nHost: a b<>\r\n\r\n'),
    answer: status(400, 421),
  },
  {
    name: 'somebody else’s host',
    send: text('GET /api/tags HTTP/1.1\r\nHost: evil.example\r\n\r\n'),
    answer: status(421),
  },
  {
    name: 'an absolute address elsewhere',
    send: text(`GET http://evil.example/api/tags HTTP/1.1\r\n${HEAD}\r\n`),
    answer: status(400, 401, 421),
  },
  {
    name: 'an address that is a star',
    send: text(`OPTIONS * HTTP/1.1\r\n${HEAD}\r\n`),
    answer: status(200, 204, 400, 404),
  },
  { name: 'a byte 0 in the address', send: text(`GET /api/\0 HTTP/1.1\r\n${HEAD}\r\n`), answer: status(400) },
  { name: 'a byte 0 in a header', send: text(`GET /healthz HTTP/1.1\r\n${HEAD}X: a\0b\r\n\r\n`), answer: status(400) },
  {
    name: 'a header on two lines',
    send: text(`GET /healthz HTTP/1.1\r\n${HEAD}X: a\r\n b\r\n\r\n`),
    answer: status(200, 400),
  },
  {
    name: 'a space before a header’s colon',
    send: text(`GET /healthz HTTP/1.1\r\n${HEAD}X : a\r\n\r\n`),
    answer: status(400),
  },
  { name: 'an unknown method', send: text(`STEAL /healthz HTTP/1.1\r\n${HEAD}\r\n`), answer: status(400, 405, 501) },
  {
    name: 'a method that browsers may not send',
    send: text(`TRACE /healthz HTTP/1.1\r\n${HEAD}\r\n`),
    answer: status(400, 404, 405, 501),
  },
  { name: 'a tunnel', send: text(`CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`), answer: status(405) },
  {
    name: 'a change of protocol',
    send: text(
      `GET /api/capabilities HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x3JJHMbDL1EzLkh9GBhXDw==\r\n\r\n`,
    ),
    answer: status(200, 400, 426),
  },
  {
    name: 'a change to HTTP/2',
    send: text(
      `GET /api/capabilities HTTP/1.1\r\n${HEAD}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n`,
    ),
    answer: status(200, 400, 426),
  },
  {
    name: 'a body that waits to be asked for',
    send: post('Expect: 100-continue\r\nContent-Length: 999999999\r\n'),
    answer: /^HTTP\/1\.1 (413 |100 Continue\r\n\r\nHTTP\/1\.1 413 )/,
  },
  {
    name: 'an expectation that nobody knows',
    send: post('Expect: a miracle\r\nContent-Length: 2\r\n', '{}'),
    answer: status(417),
  },
  { name: 'a sender that has no more to say', send: (socket) => void socket.end(ONE), answer: status(200) },
  { name: 'half a request and no more', send: (socket) => void socket.end('GET /healthz HT'), answer: status(400) },
  {
    name: 'a connection that is reset in a body',
    send: async (socket) => {
      post('Content-Length: 1000\r\n', '{"name":')(socket)
      await delay(50)
      socket.resetAndDestroy()
    },
    answer: null,
  },
  {
    name: 'a connection that is reset in an answer',
    send: async (socket) => {
      text(ONE.repeat(200))(socket)
      await delay(5)
      socket.resetAndDestroy()
    },
    answer: null,
  },
  {
    name: 'headers a byte at a time',
    slow: true,
    send: drip(`GET /healthz HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(200)}`),
    answer: status(408),
  },
  { name: 'nothing at all', slow: true, send: () => {}, answer: /^$|^HTTP\/1\.1 408 / },
  { name: 'a body that stops', slow: true, send: post('Content-Length: 1000\r\n', '{'), answer: status(408) },
  {
    name: 'a body a byte at a time',
    slow: true,
    send: (socket) => {
      post('Content-Length: 1000\r\n')(socket)
      return drip('{'.repeat(400))(socket)
    },
    answer: status(408),
  },
  {
    name: 'chunks that stop',
    slow: true,
    send: post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n'),
    answer: status(408),
  },
]

/** A byte each 300 ms, until the connection is closed. */
function drip(content: string) {
  return async (socket: Socket): Promise<void> => {
    for (const character of content) {
      if (socket.destroyed || socket.readableEnded) return
      socket.write(character)
      await delay(300)
    }
  }
}

/** Slow ones are answered within this time, the others long before. */
const LIMIT_MS = { slow: 150_000, quick: 15_000 }
/** When no more comes, an answer on a connection that stays open is whole. */
const SILENCE_MS = 700

/** Sends one case. @returns what is wrong with the answer; null: nothing. */
export async function tryRaw(url: string, { name, send, answer, slow = false }: RawCase): Promise<string | null> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
  let received = ''
  let last = performance.now()
  socket.setEncoding('latin1')
  socket.on('data', (part: string) => {
    received += part
    last = performance.now()
  })
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()).once('end', () => resolve()))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  void send(socket)
  const until = performance.now() + LIMIT_MS[slow ? 'slow' : 'quick']
  const settled = async () => {
    while (performance.now() < until) {
      if (received !== '' && performance.now() - last > SILENCE_MS && answer?.test(received)) return
      await delay(50)
    }
  }
  await Promise.race([closed, settled()])
  socket.destroy()
  const alive = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LIMIT_MS.quick) }).then(
    (reply) => reply.ok,
    () => false,
  )
  if (!alive) return `${name}: the server is gone`
  if (answer === null || answer.test(received)) return null
  return `${name}: ${received === '' ? 'no answer' : received.slice(0, 120)}`
}
