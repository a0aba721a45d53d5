import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadItem } from '@callfolio/shared/client/uploads/upload-machine.ts'
import { createAnswerCheck } from './unanswered.ts'

/** 30 KB of a still picture wait for the rest of their piece. */
const SIZE = 30_000
const ITEM: UploadItem = {
  entry: createUploadEntry(
    { name: 'call.webm', size: null, type: 'video/webm', lastModified: 0 },
    { userId: 'user', title: 'Call' },
  ),
  state: { phase: 'sending', after: null },
  movedAt: 0,
  durationSeconds: null,
  attempt: 1,
  hasFile: true,
  acknowledged: 0,
  isActive: true,
}

let server: Server
let address: string
/** Answers each health check with this status; null: never. */
let status: number | null
let asked: number
beforeEach(async () => {
  status = 200
  asked = 0
  server = createServer((_, response) => {
    asked += 1
    if (status !== null) response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A large file of which this much was handed to the computer, but is not acknowledged. */
const inFlight = (sentBytes: number, movedAt: number): UploadItem => ({
  ...ITEM,
  entry: { ...ITEM.entry, sentBytes },
  movedAt,
})

test('does not ask the server while more bytes move than a buffer holds', async () => {
  const isUnanswered = createAnswerCheck(address)
  status = null
  for (let now = 3000; now < 60_000; now += 1000)
    expect(isUnanswered(inFlight(50_000_000, now - 1000), 400_000_000, now)).toBe(false)
  expect(asked).toBe(0)
})

test('a piece handed over after the server went away is no sign of it', async () => {
  const isUnanswered = createAnswerCheck(address)
  status = 502
  let now = 3000
  const look = (): boolean => isUnanswered(inFlight(260_000, (now += 1000)), 270_000, now)
  await vi.waitFor(() => expect(look()).toBe(true), { timeout: 10_000, interval: 100 })
})

test('an upload with nothing to send does not wait while the server answers', async () => {
  const isUnanswered = createAnswerCheck(address)
  for (let now = 3000; now < 60_000; now += 3000) {
    expect(isUnanswered(ITEM, SIZE, now)).toBe(false)
    await vi.waitFor(() => expect(asked).toBe(now / 3000))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
})

test.each([['answers with an error', 502] as const, ['does not answer', null] as const])(
  'waits for a server that %s although nothing is left to send, until it answers',
  async (_, badStatus) => {
    const isUnanswered = createAnswerCheck(address)
    status = badStatus
    let now = 3000
    const look = (): boolean => isUnanswered(ITEM, SIZE, (now += 1000))
    await vi.waitFor(() => expect(look()).toBe(true), { timeout: 10_000, interval: 100 })
    status = 200
    await vi.waitFor(() => expect(look()).toBe(false), { timeout: 10_000, interval: 100 })
  },
)
