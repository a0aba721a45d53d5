import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const here = (file: string) => new URL(file, import.meta.url).href

/** Each way out of a process: what it was refused with, `-` where it was not. No address of them is anybody's (RFC 5737, RFC 2606). */
const PROBE = (setting: string, port: number) => `
import { lookup } from 'node:dns'
import { guardEgress } from ${JSON.stringify(here('./egress-guard.ts'))}
import { parseEgress, refusedByEgress } from ${JSON.stringify(here('./egress.ts'))}
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
guardEgress(parseEgress(${JSON.stringify(setting)}))
const failed = (emitter) => new Promise((resolve) => emitter.on('error', resolve).setTimeout?.(2000, () => resolve(null)))
const called = (ask) => new Promise((resolve) => ask((error) => resolve(error)))
const caught = (promise) => promise.then(() => null, (error) => error)
const ways = {
  fetch: () => caught(fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(2000) })),
  named: () => caught(fetch('https://nobody.invalid/')),
  http: () => failed(http.get('http://192.0.2.1/')),
  connect: () => failed(net.connect(80, '192.0.2.1')),
  options: () => failed(net.connect({ port: 80, host: '192.0.2.1' })),
  socket: () => failed(new net.Socket().connect({ port: 80, host: '192.0.2.1' })),
  ipv6: () => failed(net.connect(80, '2001:db8::1')),
  tls: () => failed(tls.connect({ port: 443, host: '192.0.2.1', servername: 'localhost' })),
  http2: () => failed(http2.connect('https://192.0.2.1')),
  udp: () => caught((async () => dgram.createSocket('udp4').unref().send('x', 9, '192.0.2.1', () => {}))()),
  lookup: () => called((done) => lookup('nobody.invalid', done)),
  resolve: () => called((done) => dns.resolve4('nobody.invalid', done)),
  resolver: () => called((done) => new dns.Resolver().resolveMx('nobody.invalid', done)),
  promised: () => caught(dns.promises.lookup('nobody.invalid')),
  local: async () => caught(fetch('http://127.0.0.1:${port}/').then((answer) => answer.text())),
  localhost: async () => caught(fetch('http://localhost:${port}/').then((answer) => answer.text())),
}
const said = {}
for (const [way, go] of Object.entries(ways)) {
  const error = await go()
  said[way] = refusedByEgress(error) ? 'refused' : error === null ? 'done' : 'tried'
}
console.log(JSON.stringify(said))
process.exit(0)
`

async function probe(setting: string): Promise<Record<string, string>> {
  const server = createServer((_, response) => response.end('here')).listen(0, 'localhost')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const loopback = createServer((_, response) => response.end('here')).listen(port, '127.0.0.1')
  loopback.on('error', () => undefined)
  try {
    const args = ['--input-type=module', '-e', PROBE(setting, port)]
    const { stdout } = await promisify(execFile)(process.execPath, args)
    return JSON.parse(stdout) as Record<string, string>
  } finally {
    server.close()
    loopback.close()
  }
}

test('every way out of the process is refused where nothing is allowed; this machine is reached', async () => {
  const { local, localhost, ...others } = await probe('deny')
  expect({ local, localhost }).toEqual({ local: 'done', localhost: 'done' })
  expect(new Set(Object.values(others)), JSON.stringify(others)).toEqual(new Set(['refused']))
  expect(Object.keys(others)).toHaveLength(14)
})

test('what is allowed is tried, and nothing else', async () => {
  const said = await probe('nobody.invalid')
  expect(said).toMatchObject({ named: 'tried', lookup: 'tried', promised: 'tried', fetch: 'refused', udp: 'refused' })
})
