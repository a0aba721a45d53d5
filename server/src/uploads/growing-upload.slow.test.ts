import { buffer } from 'node:stream/consumers'
import type { FileReader } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createGrowingFile,
  finishedFile,
  type GrowingFileWriter,
} from '@callfolio/shared/client/uploads/growing-file.ts'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { mp4Bytes } from './recordings.testing.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

/** Outside browsers, the tus client sends buffers only. */
const buffers: FileReader = {
  openFile: async (input: Blob) => ({
    size: input.size,
    close() {},
    async slice(start, end) {
      const piece = Buffer.from(await input.slice(start, end).arrayBuffer())
      return { value: Object.assign(piece, { size: piece.length }), done: true }
    },
  }),
}

let server: UploadServer
let user: { userId: string; token: string }
let journal: UploadJournal
beforeEach(async () => {
  server = await openUploadServer()
  user = await server.signUp()
  journal = createMemoryJournal()
})
afterEach(() => server.close())

const openUploader = () =>
  createUploader({ endpoint: server.endpoint, getAccessToken: async () => user.token, journal, fileReader: buffers })
const newEntry = () =>
  createUploadEntry({ name: 'call.mp4', size: null, type: 'video/mp4', lastModified: 1 }, { userId: user.userId })
const stored = async (key: string) => buffer(await server.deps.storage.read(key))
const latest = async (entry: UploadEntry) => (await journal.get(entry.id)) ?? entry

/** Waits until the server has this many bytes of an upload. */
async function arrived(entry: UploadEntry, bytes: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (await openUploader()
          .receivedBytes(await latest(entry))
          .catch(() => null)) ?? 0,
    )
    .toBe(bytes)
}

function getGrowingFile(content: Buffer): GrowingFileWriter {
  return createGrowingFile(async (start, end) => new Blob([new Uint8Array(content.subarray(start, end))]))
}

describe('a recording sent while it is made', () => {
  test('arrives as it grows, and completes after its end', async () => {
    const content = mp4Bytes(3_000_000)
    const growingFile = getGrowingFile(content)
    const entry = newEntry()
    const sent = openUploader().upload({ entry, file: growingFile })
    growingFile.grow(1_000_000)
    await arrived(entry, 1_000_000)
    growingFile.grow(2_500_000)
    await arrived(entry, 2_500_000)
    growingFile.grow(content.length)
    growingFile.end()
    const { storagePath } = await sent
    expect((await stored(storagePath)).equals(content)).toBe(true)
    expect(await journal.get(entry.id)).toMatchObject({ storagePath, sentBytes: 3_000_000, fileSize: 3_000_000 })
  })

  test('completes when all of it had arrived before its end', async () => {
    const content = mp4Bytes(1_000_000)
    const growingFile = getGrowingFile(content)
    const entry = newEntry()
    const sent = openUploader().upload({ entry, file: growingFile })
    growingFile.grow(content.length)
    await arrived(entry, content.length)
    growingFile.end()
    expect((await stored((await sent).storagePath)).equals(content)).toBe(true)
  })

  test('resumes automatically after the server was down, even at its end', async () => {
    const content = mp4Bytes(3_000_000)
    const growingFile = getGrowingFile(content)
    const entry = newEntry()
    const sent = openUploader().upload({ entry, file: growingFile })
    growingFile.grow(1_000_000)
    await arrived(entry, 1_000_000)
    await server.stop()
    growingFile.grow(content.length)
    growingFile.end()
    await server.start()
    expect((await stored((await sent).storagePath)).equals(content)).toBe(true)
  })

  test('starts once the server is up, however late', async () => {
    const content = mp4Bytes(2_000_000)
    const growingFile = getGrowingFile(content)
    await server.stop()
    const sent = openUploader().upload({ entry: newEntry(), file: growingFile })
    growingFile.grow(content.length)
    growingFile.end()
    await server.start()
    expect((await stored((await sent).storagePath)).equals(content)).toBe(true)
  })

  test('resumes from the server’s offset with the stored data after an interruption', async () => {
    const content = mp4Bytes(2_000_000)
    const growingFile = getGrowingFile(content)
    const entry = newEntry()
    const killed = new AbortController()
    const sent = openUploader().upload({ entry, file: growingFile, signal: killed.signal })
    growingFile.grow(1_000_000)
    await arrived(entry, 1_000_000)
    killed.abort(new Error('killed'))
    await expect(sent).rejects.toThrow('killed')
    const { storagePath } = await openUploader().upload({
      entry: await latest(entry),
      file: finishedFile(new Blob([new Uint8Array(content)])),
    })
    expect((await stored(storagePath)).equals(content)).toBe(true)
  })

  test('states its length once, even when interrupted afterwards', async () => {
    const content = mp4Bytes(2_000_000)
    const file = finishedFile(new Blob([new Uint8Array(content)]))
    const entry = newEntry()
    const cut = createUploader({
      endpoint: server.endpoint,
      getAccessToken: async () => user.token,
      journal,
      fileReader: buffers,
    })
    const growingFile = getGrowingFile(content)
    const killed = new AbortController()
    const sent = cut.upload({ entry, file: growingFile, signal: killed.signal })
    growingFile.grow(1_000_000)
    await arrived(entry, 1_000_000)
    killed.abort(new Error('killed'))
    await expect(sent).rejects.toThrow('killed')
    const { uploadUrl } = await latest(entry)
    const headers = {
      'authorization': `Bearer ${user.token}`,
      'tus-resumable': '1.0.0',
      'upload-offset': '1000000',
      'upload-length': '2000000',
      'content-type': 'application/offset+octet-stream',
    }
    const stated = await fetch(uploadUrl ?? '', {
      method: 'PATCH',
      headers,
      body: new Uint8Array(content.subarray(1_000_000, 1_500_000)),
    })
    expect(stated.status).toBe(204)
    const { storagePath } = await openUploader().upload({ entry: await latest(entry), file })
    expect((await stored(storagePath)).equals(content)).toBe(true)
  })
})
