import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { expect, test } from 'vitest'
import { startApp } from '../testing/app.ts'
import { createRouter } from './app.ts'
import { clientAddress, getNetwork } from './client-address.ts'

/** The address a server finds for a request with these headers. */
async function getAddress(trustProxy: boolean, headers: Record<string, string>): Promise<string> {
  const router = createRouter()
  const addressOfRequest = clientAddress(trustProxy)
  router.get('/', (c) => c.text(addressOfRequest(c)))
  const server = serve({ fetch: router.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  const reply = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
  const address = await reply.text()
  server.close()
  return address
}

test.each([
  ['the one entry', '203.0.113.9', '203.0.113.9'],
  ['the last of several entries, which the proxy itself wrote', '198.51.100.1, 10.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['the address of the connection when the last entry is empty', '198.51.100.1, ', '127.0.0.1'],
])('reads a client’s address behind a trusted proxy as %s', async (_what, forwarded, address) => {
  expect(await getAddress(true, { 'x-forwarded-for': forwarded })).toBe(address)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:DB8:1:0002:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['64:ff9b:1:2::192.0.2.1', '64:ff9b:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['unknown', 'unknown'],
])('counts %s as %s in limits', (address, network) => {
  expect(getNetwork(address)).toBe(network)
})

test('uses the connection’s address without X-Forwarded-For, or without a trusted proxy', async () => {
  expect(await getAddress(true, {})).toBe('127.0.0.1')
  expect(await getAddress(false, { 'x-forwarded-for': '203.0.113.9' })).toBe('127.0.0.1')
})

test.each([
  ['true', 'a client that invents earlier entries is limited all the same', (n: number) => `10.0.0.${n}, 203.0.113.9`],
  ['false', 'a client that invents the header is limited all the same', (n: number) => `203.0.113.${n}`],
])('with TRUST_PROXY=%s %s', async (trustProxy, _what, forwarded) => {
  const app = await startApp({ TRUST_PROXY: trustProxy, CONTACT_EMAIL: 'contact@example.org' })
  const send = async (address: string) => {
    const body = JSON.stringify({ name: 'Ann', email: 'ann@example.org', message: 'Hello' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
    return (await fetch(`${app.url}/api/contact`, { method: 'POST', headers, body })).status
  }
  const statuses: number[] = []
  for (let attempt = 1; attempt <= 21; attempt += 1) statuses.push(await send(forwarded(attempt)))
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  // Another client behind the same proxy is not limited by it.
  expect(await send('203.0.113.200')).toBe(trustProxy === 'true' ? 200 : 429)
  await app.close()
})
