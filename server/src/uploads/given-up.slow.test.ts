import { writeFile } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApiClient } from '@callfolio/shared/api-client.ts'
import { finishedFile } from '@callfolio/shared/client/uploads/growing-file.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploadDriver } from '@callfolio/shared/client/uploads/upload-driver.ts'
import { createUploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { createLocalLocks } from '../db/processes/locks.ts'
import { bufferReader, mp4Bytes } from './recordings.testing.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

let server: UploadServer
let user: { userId: string; token: string }
let journal: UploadJournal
let line: SlowLine
beforeEach(async () => {
  server = await openUploadServer()
  user = await server.signUp()
  journal = createMemoryJournal()
  line = await openSlowLine(() => server.port)
})
afterEach(async () => {
  await line.close()
  await server.close()
})

const stored = () => server.deps.storage.list(`${user.userId}/`)
/** Sends a recording as the extension does, and cancels it on command. */
function send(processed: () => Response) {
  const api = createApiClient({
    baseUrl: 'http://localhost',
    getAccessToken: async () => user.token,
    fetch: async (url) =>
      String(url instanceof Request ? url.url : url).endsWith('/process-meeting') ? processed() : Response.json({}),
  })
  const uploader = createUploader({
    endpoint: line.endpoint,
    getAccessToken: async () => user.token,
    journal,
    fileReader: bufferReader(() => {}),
  })
  const driver = createUploadDriver({ journal, connect: () => ({ api, uploader }), onChange: () => {} })
  const file = finishedFile(new Blob([new Uint8Array(mp4Bytes(500_000))]))
  const entry = createUploadEntry(
    { name: 'call.mp4', size: null, type: 'video/mp4', lastModified: 1 },
    { userId: user.userId, recordingId: 'recording' },
  )
  const source = {
    open: async () => file,
    describe: async ({ storagePath }: { storagePath: string | null }) => ({ video_url: storagePath ?? '' }),
  }
  driver.choose(entry, source, null)
  return {
    giveUp: async () => {
      driver.dispatch({ id: entry.id, type: 'cancelled' })
      await driver.settled(entry.id)
    },
    phase: () => driver.uploads().items.get(entry.id)?.state.phase,
  }
}

test('deletes an upload canceled while it is created once the server has created it', async () => {
  const answer = line.holdNext('POST')
  const { giveUp } = send(() => Response.json({}))
  await expect.poll(async () => (await stored()).length).toBe(1)
  await giveUp()
  answer()
  await expect.poll(() => journal.listDiscarded()).toEqual([])
  expect([await stored(), await server.deps.uploads.getList(user.userId)]).toEqual([[], []])
})

test('also deletes a complete recording without a microsite', async () => {
  const refused = { error: { code: 'microsite_limit_reached', message: 'Used up.' } }
  const { giveUp, phase } = send(() => Response.json(refused, { status: 402 }))
  await expect.poll(phase).toBe('refused')
  expect(await stored()).toHaveLength(1)
  await giveUp()
  await expect.poll(() => journal.listDiscarded()).toEqual([])
  expect([await stored(), await server.deps.uploads.getList(user.userId)]).toEqual([[], []])
})

test('deletes an upload that completes while it is canceled', async () => {
  await server.close()
  const locks = createLocalLocks()
  let beforeLock = async (): Promise<void> => {}
  server = await openUploadServer({
    locks: { take: async (name, options) => (await beforeLock(), locks.take(name, options)) },
  })
  user = await server.signUp()
  const bytes = mp4Bytes(1000)
  const ask = (method: string, url: string, headers: Record<string, string>, body?: BodyInit) =>
    fetch(url, {
      method,
      headers: { 'Tus-Resumable': '1.0.0', 'Authorization': `Bearer ${user.token}`, ...headers },
      ...(body === undefined ? {} : { body }),
    })
  const made = await ask('POST', server.endpoint, { 'Upload-Length': `${bytes.length}` })
  const url = new URL(made.headers.get('location') ?? '', server.endpoint).href
  const [key = ''] = await server.deps.uploads.getList(user.userId)
  // Its last bytes arrive before the cancel request gets the upload's lock.
  beforeLock = () => writeFile(join(server.folder, 'uservideos', key), bytes)
  expect((await ask('DELETE', url, {})).status).toBe(204)
  expect([await stored(), await server.deps.uploads.getList(user.userId)]).toEqual([[], []])
})

interface SlowLine {
  endpoint: string
  /** Holds the next response to such a request until the returned function is called. */
  holdNext(method: string): () => void
  close(): Promise<void>
}

/** A connection to a server whose responses can be delayed. */
async function openSlowLine(port: () => number): Promise<SlowLine> {
  const held = new Map<string, Promise<void>>()
  const proxy: Server = createServer((incoming, answer) => {
    const { method = '', url: path, headers } = incoming
    const hold = held.get(method)
    held.delete(method)
    const passed = request({ host: '127.0.0.1', port: port(), method, path, headers }, (reply) => {
      void Promise.resolve(hold).then(() => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
      })
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/files`,
    holdNext(method) {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.set(method, promise)
      return resolve
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve())
        proxy.closeAllConnections()
      }),
  }
}
