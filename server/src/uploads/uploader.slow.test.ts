import { once } from 'node:events'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryJournal } from '@callfolio/shared/client/uploads/memory-journal.ts'
import { createUploadEntry, type UploadEntry } from '@callfolio/shared/client/uploads/upload-entry.ts'
import type { UploadJournal } from '@callfolio/shared/client/uploads/upload-journal.ts'
import { createUploader } from '@callfolio/shared/client/uploads/uploader.ts'
import { MAX_UPLOAD_BYTES, NOT_A_VIDEO_MESSAGE, tooLargeMessage } from '@callfolio/shared/recording-limits.ts'
import { bufferReader, mp4Bytes, PLAYLIST } from './recordings.testing.ts'
import { removeUpload } from './remove-upload.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

let server: UploadServer
let user: { userId: string; token: string }
let journal: UploadJournal
let pieces: number[]

beforeEach(async () => {
  server = await openUploadServer()
  user = await server.signUp()
  journal = createMemoryJournal()
  pieces = []
})
afterEach(() => server.close())

const getFile = (content: Buffer, name = 'call.mp4') =>
  new File([new Uint8Array(content)], name, { type: 'video/mp4', lastModified: 1 })
const getEntry = (file: File) => createUploadEntry(file, { userId: user.userId })
/** A page with its own uploader. `onPiece` runs before each piece is sent. */
const openPage = (
  onPiece: (start: number) => void = () => {},
  getAccessToken: () => Promise<string | null> = async () => user.token,
) =>
  createUploader({
    endpoint: server.endpoint,
    getAccessToken,
    journal,
    fileReader: bufferReader((start) => (pieces.push(start), onPiece(start))),
  })
const stored = async (key: string) => buffer(await server.deps.storage.read(key))
const getKey = (entry: UploadEntry | null) =>
  Buffer.from(entry?.uploadUrl?.split('/').at(-1) ?? '', 'base64url').toString()

/** Sends the first part of a file and closes the page. @returns the entry left in the journal. */
async function begin(file: File, pieceCount = 2): Promise<UploadEntry> {
  const closing = new AbortController()
  const page = openPage((start) => start >= pieceCount * 1_000_000 && closing.abort(new Error('page closed')))
  await expect(page.upload({ entry: getEntry(file), file, signal: closing.signal })).rejects.toThrow('page closed')
  const [left] = await journal.list()
  if (!left) throw new Error('The journal is empty.')
  return left
}

describe('the uploader', () => {
  test('sends a file, reports progress, and records its storage path', async () => {
    const content = mp4Bytes(2_500_000)
    const file = getFile(content)
    const entry = getEntry(file)
    const progress: number[] = []
    const { storagePath } = await openPage().upload({
      entry,
      file,
      onProgress: ({ sentBytes, totalBytes }) => progress.push(sentBytes / totalBytes),
    })
    expect((await stored(storagePath)).equals(content)).toBe(true)
    expect(progress.at(-1)).toBe(1)
    expect(await journal.get(entry.id)).toMatchObject({ storagePath, sentBytes: 2_500_000 })
  })

  test('records the address before the first byte is sent', async () => {
    const file = getFile(mp4Bytes(1000))
    const entry = getEntry(file)
    let saved: Promise<UploadEntry | null> | undefined
    const note = () => {
      saved = journal.get(entry.id)
    }
    await openPage(note).upload({ entry, file })
    expect((await saved)?.uploadUrl).toContain(server.endpoint)
  })

  test('resumes at the server’s offset when the file is chosen again after the page was closed', async () => {
    const content = mp4Bytes(4_000_000)
    const left = await begin(getFile(content))
    const page = openPage()
    // The piece in flight when the page closed may still arrive.
    let received: number | null = null
    await expect
      .poll(async () => {
        const before = received
        received = await page.receivedBytes(left)
        return received !== null && received === before
      })
      .toBe(true)
    expect(received).toBeGreaterThanOrEqual(1_000_000)
    pieces = []
    const { storagePath } = await page.upload({ entry: left, file: getFile(content) })
    expect(pieces[0]).toBe(received)
    expect((await stored(storagePath)).equals(content)).toBe(true)
  })

  test('resumes automatically after the server restarted', async () => {
    const content = mp4Bytes(4_000_000)
    const file = getFile(content)
    let restarted: Promise<void> | undefined
    const page = openPage((start) => {
      if (start === 2_000_000) restarted ??= server.stop().then(() => server.start())
    })
    const { storagePath } = await page.upload({ entry: getEntry(file), file })
    expect(restarted).toBeDefined()
    expect(pieces.filter((start) => start === 0)).toHaveLength(1)
    expect((await stored(storagePath)).equals(content)).toBe(true)
  })

  test('loses nothing when a proxy answers 503 for a while', async () => {
    const content = mp4Bytes(3_000_000)
    const left = await begin(getFile(content))
    await server.stop()
    let asked = 0
    const proxy = createServer((_request, response) => {
      asked += 1
      response.writeHead(503, { Connection: 'close' }).end('<h1>Busy</h1>', () => asked === 2 && proxy.close())
    }).listen(server.port, '127.0.0.1')
    const closed = once(proxy, 'close').then(() => server.start())
    pieces = []
    const { storagePath } = await openPage().upload({ entry: left, file: getFile(content) })
    await closed
    expect(storagePath).toBe(getKey(left))
    expect(pieces).not.toContain(0)
  })

  test('restarts when the server no longer has the upload', async () => {
    const content = mp4Bytes(3_000_000)
    const left = await begin(getFile(content))
    await removeUpload(server.deps, getKey(left))
    server.clock.now = new Date(server.clock.now.getTime() + 1)
    const page = openPage()
    expect(await page.receivedBytes(left)).toBeNull()
    const { storagePath } = await page.upload({ entry: left, file: getFile(content) })
    expect(storagePath).not.toBe(getKey(left))
    expect((await stored(storagePath)).equals(content)).toBe(true)
  })

  test('knows the storage path when only the last response was lost', async () => {
    const content = mp4Bytes(1000)
    const file = getFile(content)
    const entry = getEntry(file)
    const { storagePath } = await openPage().upload({ entry, file })
    await journal.update(entry.id, { storagePath: null })
    pieces = []
    expect(await openPage().upload({ entry, file })).toMatchObject({ storagePath })
    expect(pieces).toEqual([])
  })

  test('requests a token for each request', async () => {
    const file = getFile(mp4Bytes(3_000_000))
    let asked = 0
    await openPage(undefined, async () => ((asked += 1), user.token)).upload({ entry: getEntry(file), file })
    expect(asked).toBe(4)
  })

  test('sends one upload only once when it is open in two tabs, and both succeed', async () => {
    const content = mp4Bytes(3_000_000)
    const left = await begin(getFile(content))
    const paths = await Promise.all([0, 1].map(() => openPage().upload({ entry: left, file: getFile(content) })))
    expect(paths.map(({ storagePath }) => storagePath)).toEqual([getKey(left), getKey(left)])
    expect((await stored(getKey(left))).equals(content)).toBe(true)
  })

  test('creates two uploads when each of two tabs chose the file', async () => {
    const content = mp4Bytes(2_000_000)
    const paths = await Promise.all(
      [0, 1].map(() => openPage().upload({ entry: getEntry(getFile(content)), file: getFile(content) })),
    )
    expect(new Set(paths.map(({ storagePath }) => storagePath)).size).toBe(2)
    for (const { storagePath } of paths) expect((await stored(storagePath)).equals(content)).toBe(true)
  })

  test('stops in one tab when the upload is discarded in another', async () => {
    const file = getFile(mp4Bytes(4_000_000))
    const entry = getEntry(file)
    let discarded: Promise<void> | undefined
    const giveUp = async () => {
      const latest = (await journal.get(entry.id)) ?? entry
      await journal.remove(entry.id)
      await openPage().removeReceived(latest)
    }
    const page = openPage((start) => {
      if (start === 2_000_000) discarded ??= giveUp()
    })
    await expect(page.upload({ entry, file })).rejects.toMatchObject({ code: 'not_found' })
    await discarded
    expect(await journal.list()).toEqual([])
    expect(await server.deps.storage.list(`${user.userId}/meetings/`)).toEqual([])
  })
})

describe('reports a refusal in the server’s words', () => {
  test('a file that is not a video', async () => {
    const file = getFile(PLAYLIST)
    await expect(openPage().upload({ entry: getEntry(file), file })).rejects.toMatchObject({
      code: 'not_a_video',
      status: 415,
      message: NOT_A_VIDEO_MESSAGE,
    })
  })

  test('an empty file', async () => {
    const file = getFile(Buffer.alloc(0))
    await expect(openPage().upload({ entry: getEntry(file), file })).rejects.toMatchObject({
      code: 'not_a_video',
      message: NOT_A_VIDEO_MESSAGE,
    })
  })

  test('a file over 2 GB, before anything is sent', async () => {
    const file = Object.defineProperty(getFile(mp4Bytes(10)), 'size', { value: MAX_UPLOAD_BYTES + 1 })
    await expect(openPage().upload({ entry: getEntry(file), file })).rejects.toThrow(
      tooLargeMessage(MAX_UPLOAD_BYTES + 1),
    )
    expect(await journal.list()).toEqual([])
  })

  test('no signed-in user, or an invalid token', async () => {
    const file = getFile(mp4Bytes(10))
    await expect(openPage(undefined, async () => null).upload({ entry: getEntry(file), file })).rejects.toThrow(
      'You must be signed in',
    )
    await expect(
      openPage(undefined, async () => 'stolen').upload({ entry: getEntry(file), file }),
    ).rejects.toMatchObject({ code: 'bad_jwt', status: 401 })
  })

  test('stops retrying a file that can no longer be read', async () => {
    const file = getFile(mp4Bytes(1000))
    const gone = Object.assign(file, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    })
    await expect(openPage().upload({ entry: getEntry(file), file: gone })).rejects.toThrow(
      'We can’t read the file anymore. Choose it again.',
    )
  })
})
