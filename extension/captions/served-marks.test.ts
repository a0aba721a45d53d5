import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CAPTION_PATHS } from '@callfolio/shared/contract/captions.ts'
import { CAPTION_MARKS } from '@callfolio/shared/extension/caption-marks.ts'
import type { StoredMarks } from '../messaging/captions-protocol.ts'
import { refreshMarks } from './served-marks.ts'

const HOUR = 3600 * 1000
const NEWER = { ...CAPTION_MARKS, version: '2099-01-01' }

let server: Server
let address: string
let answer: unknown
let asked: (string | undefined)[]
let stored: StoredMarks | null
let now: number
beforeEach(async () => {
  ;[answer, asked, stored, now] = [NEWER, [], null, 1_000_000]
  server = createServer((request, response) => {
    asked.push(request.url)
    if (answer === null) response.writeHead(404).end('Not found')
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const refresh = (from: string | null = address) =>
  refreshMarks({
    server: async () => from,
    stored: { read: async () => stored, write: async (next) => void (stored = next) },
    now: () => now,
  })

test('asks the server for newer marks once a day', async () => {
  await refresh()
  expect(stored).toEqual({ server: address, at: now, marks: NEWER })
  now += 23 * HOUR
  await refresh()
  now += 2 * HOUR
  await refresh()
  expect(asked).toEqual([CAPTION_PATHS.marks, CAPTION_PATHS.marks])
})

test.each([
  ['the bundled marks', CAPTION_MARKS],
  ['older marks', { ...CAPTION_MARKS, version: '2020-01-01' }],
  ['no marks, because the server is older', null],
  ['marks of an unknown form', { ...NEWER, zoom: { areas: [] } }],
  ['a selector that is too long', { ...NEWER, meet: { ...NEWER.meet, regions: ['a'.repeat(501)] } }],
])('keeps the bundled marks when it gets %s', async (_, served) => {
  answer = served
  await refresh()
  expect(stored?.marks).toBeNull()
})

test('keeps a server’s marks while it does not answer, and drops another server’s', async () => {
  await refresh()
  server.close()
  server.closeAllConnections()
  now += 25 * HOUR
  await refresh()
  expect(stored?.marks).toEqual(NEWER)
  await refresh('http://127.0.0.1:9')
  expect(stored).toEqual({ server: 'http://127.0.0.1:9', at: 0, marks: null })
})

test('asks no one without a server', async () => {
  await refresh(null)
  expect([asked, stored]).toEqual([[], null])
})
