import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../http/create-app.ts'
import { createAddresses } from '../http/origin.ts'
import { createLogger } from '../kernel/logger.ts'
import { createDiskStorage } from './disk.ts'
import { storageRoutes } from './routes.ts'
import { createLinkSigner } from './signed-links.ts'
import type { Storage } from './storage.ts'
import { soundDisk } from '../testing/sound-disk.ts'

const KEY = 'user-1/meetings/user-1/1700000000000.mp4'

let root: string
let storage: Storage
let server: Server
let origin: string
let now = new Date('2026-11-21T08:00:00Z')
const opened: Readable[] = []
let ended: string | null = null

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'signed-links-'))
  const links = createLinkSigner({ secretKey: 'k'.repeat(40), clock: () => now })
  storage = createDiskStorage({ root, links })
  const watched: Storage = {
    ...storage,
    async read(key, range) {
      const stream = await storage.read(key, range)
      opened.push(stream)
      return stream
    },
  }
  const app = createApp({
    log: createLogger('silent'),
    routers: [
      storageRoutes({
        storage: watched,
        links,
        readableMedia: async (session) => (session === ended ? null : { durationMs: 20_000 }),
      }),
    ],
    mounts: [],
    disk: soundDisk,
    https: false,
    addresses: createAddresses(),
  })
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await storage.write(KEY, '0123456789')
})
afterAll(async () => {
  server.close()
  await rm(root, { recursive: true, force: true })
})

const link = async (key = KEY) => origin + (await storage.signedUrl(key, { session: 'one', seconds: 3600 })).url

describe('signed links', () => {
  test('sends a whole file with the headers a player needs', async () => {
    const response = await fetch(await link())
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('0123456789')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-length': '10',
      'content-type': 'video/mp4',
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-400', '89', 'bytes 8-9/10'],
  ])('sends the part for the range %s', async (range, body, contentRange) => {
    const response = await fetch(await link(), { headers: { range } })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      206,
      body,
      contentRange,
    ])
    expect(response.headers.get('content-length')).toBe(String(body.length))
  })

  test('sends at most ten seconds of a recording for one range', async () => {
    // 30 MB in 20 s.
    await storage.write('user-1/long.mp4', new Uint8Array(30_000_000))
    const response = await fetch(await link('user-1/long.mp4'), { headers: { range: 'bytes=100-' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([206, 'bytes 100-15000099/30000000'])
    expect((await response.arrayBuffer()).byteLength).toBe(15_000_000)
  })

  test('aborts a whole file at the next ten seconds once its session has ended', async () => {
    await storage.write('user-1/long.mp4', new Uint8Array(30_000_000))
    const response = await fetch(await link('user-1/long.mp4'))
    expect(response.headers.get('content-length')).toBe('30000000')
    ended = 'one'
    await expect(response.arrayBuffer()).rejects.toThrow()
    ended = null
    expect((await (await fetch(await link('user-1/long.mp4'))).arrayBuffer()).byteLength).toBe(30_000_000)
  })

  test('refuses a range behind the end and returns the size', async () => {
    const response = await fetch(await link(), { headers: { range: 'bytes=10-' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test('applies a range to the version that If-Range names, and sends another version whole', async () => {
    const etag = (await fetch(await link())).headers.get('etag') ?? ''
    expect((await fetch(await link(), { headers: { 'range': 'bytes=0-0', 'if-range': etag } })).status).toBe(206)
    const whole = await fetch(await link(), { headers: { 'range': 'bytes=0-0', 'if-range': '"older"' } })
    expect(whole.status).toBe(200)
    await whole.arrayBuffer()
    expect((await fetch(await link(), { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  test('returns the size for HEAD and opens no file', async () => {
    const before = opened.length
    const response = await fetch(await link(), { method: 'HEAD', headers: { range: 'bytes=0-4' } })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([206, '5', ''])
    expect(opened).toHaveLength(before)
  })

  test('refuses a link after its expiry', async () => {
    const url = await link()
    const start = now
    now = new Date(start.getTime() + 3_599_000)
    expect((await fetch(url)).status).toBe(200)
    now = new Date(start.getTime() + 3_600_000)
    const response = await fetch(url)
    expect([response.status, await response.json()]).toEqual([
      403,
      { error: { code: 'forbidden', message: 'This link has expired.' } },
    ])
    now = start
  })

  test('refuses a changed key, expiry or signature', async () => {
    const url = await link()
    const later = url.replace(/expires=(\d+)/, (_, expires: string) => `expires=${Number(expires) + 60}`)
    for (const forged of [
      url.replace('user-1', 'user-2'),
      url.replace('session=one', 'session=two'),
      later,
      url.replace(/signature=.*/, 'signature='),
      url.replace(/\?.*/, ''),
      url.replace('user-1', '%zz'),
    ]) {
      const response = await fetch(forged)
      expect([response.status, await response.json()]).toEqual([
        403,
        { error: { code: 'forbidden', message: 'This link is not valid.' } },
      ])
    }
  })

  test('refuses a link once its session has ended', async () => {
    const url = await link()
    ended = 'one'
    for (const range of ['bytes=0-3', 'bytes=4-']) {
      const response = await fetch(url, { headers: { range } })
      expect([response.status, await response.json()]).toEqual([
        403,
        { error: { code: 'forbidden', message: 'This link has expired.' } },
      ])
    }
    ended = null
    expect((await fetch(url)).status).toBe(200)
  })

  test('does not find a deleted file', async () => {
    expect((await fetch(await link('user-1/gone.mp4'))).status).toBe(404)
  })

  test('prevents a file that is not media from acting as a page', async () => {
    await storage.write('user-1/page.html', '<script>alert(1)</script>')
    const response = await fetch(await link('user-1/page.html'))
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
  })

  test('stops reading when the client disconnects', async () => {
    await storage.write('user-1/long.mp4', new Uint8Array(30_000_000))
    const before = opened.length
    const request = get(await link('user-1/long.mp4'))
    const [response] = (await once(request, 'response')) as [Readable]
    await once(response, 'data')
    request.destroy()
    const source = opened[before]
    expect(source).toBeDefined()
    await new Promise<void>((resolve) => (source?.closed ? resolve() : source?.once('close', resolve)))
    expect(source?.readableEnded).toBe(false)
  })
})
