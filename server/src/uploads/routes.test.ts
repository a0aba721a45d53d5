import { appendFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, NOT_A_VIDEO_MESSAGE, tooLargeMessage } from '@callfolio/shared/recording-limits.ts'
import { insertMicrosite } from '../testing/microsites.ts'
import { completeUpload } from './complete-upload.ts'
import { mp4Bytes, PLAYLIST } from './recordings.testing.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

let server: UploadServer
let user: { userId: string; token: string }

beforeAll(async () => {
  server = await openUploadServer()
  user = await server.signUp()
})
afterAll(() => server.close())

const tus = (token = user.token) => ({ 'Tus-Resumable': '1.0.0', 'Authorization': `Bearer ${token}` })
const metadata = (filename: string) => `filename ${Buffer.from(filename).toString('base64')}`

/** Creates an upload and returns its URL. */
async function create(headers: Record<string, string>, on = server): Promise<Response> {
  return fetch(on.endpoint, { method: 'POST', headers: { ...tus(), ...headers } })
}
async function created(size: number, filename = 'call.mp4'): Promise<string> {
  const response = await create({ 'Upload-Length': String(size), 'Upload-Metadata': metadata(filename) })
  expect(response.status).toBe(201)
  return new URL(response.headers.get('location') ?? '', server.endpoint).href
}
const patch = (url: string, body: Buffer, offset = 0, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...tus(),
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': String(offset),
      ...headers,
    },
    body: new Uint8Array(body),
  })
const head = (url: string, token = user.token) => fetch(url, { method: 'HEAD', headers: tus(token) })
const getKey = (url: string) => Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString()

/** Runs a real tus client to its end. */
function run(content: Buffer, options: UploadOptions = {}): Promise<{ path: string | undefined; url: string | null }> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(content, {
      endpoint: server.endpoint,
      headers: { Authorization: `Bearer ${user.token}` },
      metadata: { filename: 'call.mp4', filetype: 'video/mp4' },
      chunkSize: 1_000_000,
      retryDelays: [20, 50, 100, 200],
      onSuccess: ({ lastResponse }) => resolve({ path: lastResponse.getHeader('X-Storage-Path'), url: upload.url }),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}
const stored = async (key: string | undefined) => buffer(await server.deps.storage.read(key ?? ''))

describe('an upload by a real client', () => {
  test('arrives at its storage path, byte for byte', async () => {
    const content = mp4Bytes(3_500_000)
    const { path } = await run(content)
    expect(path).toMatch(new RegExp(`^${user.userId}/meetings/${user.userId}/\\d+\\.mp4$`))
    expect((await stored(path)).equals(content)).toBe(true)
    expect(await server.deps.uploads.findOwned(user.userId, path ?? '')).toMatchObject({
      filename: 'call.mp4',
      filetype: 'video/mp4',
      completedAt: server.clock.now,
    })
  })

  test('of unknown length (a running recording) arrives too', async () => {
    const content = mp4Bytes(2_300_000)
    const { path } = await run(content, { uploadLengthDeferred: true })
    expect((await stored(path)).equals(content)).toBe(true)
  })

  test('resumes where it was after the client was disconnected', async () => {
    const content = mp4Bytes(4_000_000)
    const url = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(content, {
        endpoint: server.endpoint,
        headers: { Authorization: `Bearer ${user.token}` },
        chunkSize: 1_000_000,
        onChunkComplete: () => void upload.abort().then(() => resolve(upload.url ?? '')),
        onError: reject,
      })
      upload.start()
    })
    expect(Number((await head(url)).headers.get('upload-offset'))).toBeGreaterThanOrEqual(1_000_000)
    const offsets: number[] = []
    const { path } = await run(content, { uploadUrl: url, onProgress: (sent) => offsets.push(sent) })
    expect(offsets[0]).toBeGreaterThanOrEqual(1_000_000)
    expect((await stored(path)).equals(content)).toBe(true)
  })

  test('resumes after the server was stopped during a request and restarted', async () => {
    const content = mp4Bytes(30_000_000)
    let stopped: Promise<void> | undefined
    const done = run(content, {
      chunkSize: 5_000_000,
      onChunkComplete: (_size, accepted) => {
        if (accepted >= 10_000_000) stopped ??= server.stop().then(() => server.start())
      },
    })
    const { path } = await done
    expect(stopped).toBeDefined()
    expect((await stored(path)).equals(content)).toBe(true)
  })

  test('is deleted when the client terminates it', async () => {
    const url = await created(100)
    await Upload.terminate(url, { headers: { Authorization: `Bearer ${user.token}` } })
    expect((await head(url)).status).toBe(404)
    expect(await server.deps.storage.stat(getKey(url))).toBeNull()
    expect(await server.deps.uploads.findOwned(user.userId, getKey(url))).toBeNull()
  })
})

describe('a complete upload', () => {
  const end = (url: string) => fetch(url, { method: 'DELETE', headers: tus() })

  test('is deleted with its bytes when discarded before a microsite uses it', async () => {
    const url = await created(500)
    await patch(url, mp4Bytes(500))
    expect((await end(url)).status).toBe(204)
    expect((await head(url)).status).toBe(404)
    expect(await server.deps.storage.stat(getKey(url))).toBeNull()
    expect(await server.deps.uploads.findOwned(user.userId, getKey(url))).toBeNull()
  })

  test('stays when a microsite uses it, and the answer says what to delete', async () => {
    const url = await created(500)
    await patch(url, mp4Bytes(500))
    await insertMicrosite(server.database, { userId: user.userId, sourceKey: getKey(url) })
    const answer = await end(url)
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        error: {
          code: 'forbidden',
          message: 'A microsite uses this recording. Delete the microsite instead.',
        },
      },
    ])
    expect(await server.deps.storage.stat(getKey(url))).not.toBeNull()
  })

  test('is not found when discarded while its last bytes are checked', async () => {
    const content = mp4Bytes(500)
    const url = await created(content.length)
    await patch(url, content.subarray(0, -1))
    await appendFile(join(server.folder, 'uservideos', getKey(url)), content.subarray(-1))
    const { store } = server.deps
    const seal: typeof store.seal = async (key) => {
      await end(url)
      await store.seal(key)
    }
    const checking = completeUpload(
      { ...server.deps, store: { ...store, seal } },
      { userId: user.userId, key: getKey(url) },
    )
    await expect(checking).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('authorization', () => {
  test('answers only OPTIONS without a valid token', async () => {
    const url = await created(10)
    for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE']) {
      expect(
        (await fetch(method === 'POST' ? server.endpoint : url, { method, headers: { 'Tus-Resumable': '1.0.0' } }))
          .status,
      ).toBe(401)
      expect((await fetch(url, { method, headers: tus('stolen') })).status).toBe(401)
    }
    const options = await fetch(server.endpoint, { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect(options.headers.get('tus-max-size')).toBe(String(MAX_UPLOAD_BYTES))
    expect(options.headers.get('tus-extension')).toMatch(/creation.*creation-defer-length.*termination.*expiration/)
  })

  test('hides another user’s upload', async () => {
    const url = await created(10)
    const other = await server.signUp()
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const response = await fetch(url, {
        method,
        headers: { ...tus(other.token), 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' },
      })
      expect(response.status).toBe(404)
    }
    expect((await head(url)).status).toBe(200)
  })

  test('never returns uploads, not even to their owner', async () => {
    const { url } = await run(mp4Bytes(100))
    expect((await fetch(url ?? '', { headers: tus() })).status).toBe(404)
  })

  test('lets only pages of allowed origins upload and read the storage path', async () => {
    const origin = 'moz-extension://0b5a2a3e-6c1c-4d2f-9f2c-1f0a5f6b7c8d'
    const preflight = await fetch(server.endpoint, {
      method: 'OPTIONS',
      headers: { 'Origin': origin, 'Access-Control-Request-Method': 'PATCH' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe(origin)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization')
    for (const response of [
      await create({ 'Upload-Length': '10', 'Origin': origin }),
      await fetch(server.endpoint, { method: 'POST', headers: { Origin: origin } }),
    ]) {
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(response.headers.get('access-control-expose-headers')).toContain('X-Storage-Path')
      expect(response.headers.get('access-control-expose-headers')).toContain('Upload-Offset')
    }
    const refused = await create({ 'Upload-Length': '10', 'Origin': 'https://evil.example' })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null])
  })

  test('accepts one URL per upload: any other spelling is not found and changes nothing', async () => {
    const content = mp4Bytes(100)
    const url = await created(content.length)
    const segment = url.split('/').at(-1) ?? ''
    for (const spelling of [`${segment}=`, `${segment}%3D`, `${segment.slice(0, 8)}.${segment.slice(8)}`]) {
      const other = `${server.endpoint}/${spelling}`
      // Each decodes to the same key.
      expect(getKey(decodeURIComponent(other))).toBe(getKey(url))
      expect((await head(other)).status).toBe(404)
      expect((await patch(other, content)).status).toBe(404)
      expect((await fetch(other, { method: 'DELETE', headers: tus() })).status).toBe(404)
    }
    expect((await head(url)).headers.get('upload-offset')).toBe('0')
  })

  test('does not find a key without an upload, however it is spelled', async () => {
    const escape = Buffer.from(`${user.userId}/meetings/${user.userId}/../../../data.db`).toString('base64url')
    for (const segment of [escape, '..%2f..%2fdata.db', 'x', '%00', '', Buffer.from('data.db').toString('base64url')]) {
      expect((await head(`${server.endpoint}/${segment}`)).status).toBe(404)
    }
  })
})

describe('sizes', () => {
  test('accepts an announced 2147483648 bytes, but not one more', async () => {
    expect((await create({ 'Upload-Length': '2147483648' })).status).toBe(201)
    const response = await create({ 'Upload-Length': '2147483649' })
    expect(response.status).toBe(413)
    expect(await response.json()).toEqual({
      error: { code: 'payload_too_large', message: tooLargeMessage(2147483649) },
    })
  })

  test('stops an upload of unknown length at the limit, however it arrives, and deletes it', async () => {
    const small = await openUploadServer({ maxBytes: 1_000_000 })
    const other = await small.signUp()
    const headers = {
      ...tus(other.token),
      'Content-Type': 'application/offset+octet-stream',
      'Upload-Offset': '600000',
    }
    const body = mp4Bytes(600_000)
    const begin = async () => {
      const response = await fetch(small.endpoint, {
        method: 'POST',
        headers: { ...tus(other.token), 'Upload-Defer-Length': '1' },
      })
      const url = new URL(response.headers.get('location') ?? '', small.endpoint).href
      await fetch(url, { method: 'PATCH', headers: { ...headers, 'Upload-Offset': '0' }, body: new Uint8Array(body) })
      return url
    }
    const announcing = await begin()
    const refused = await fetch(announcing, { method: 'PATCH', headers, body: new Uint8Array(body) })
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message: tooLargeMessage(1_200_000) } },
    ])
    expect(await small.deps.storage.stat(getKey(announcing))).toBeNull()

    const streamed = await begin()
    const stream = new Blob([new Uint8Array(body)]).stream()
    const cut = await fetch(streamed, { method: 'PATCH', headers, body: stream, duplex: 'half' } as RequestInit)
    expect([cut.status, await cut.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message: tooLargeMessage(1_000_001) } },
    ])
    expect(await small.deps.storage.stat(getKey(streamed))).toBeNull()

    const lied = await begin()
    const tooLong = await fetch(lied, {
      method: 'PATCH',
      headers: { ...headers, 'Upload-Length': '1000001' },
      body: new Uint8Array(10),
    })
    expect(tooLong.status).toBe(413)
    await small.close()
  })

  test('refuses more bytes than announced, and can still finish the upload', async () => {
    const content = mp4Bytes(1000)
    const url = await created(1000)
    const refused = await patch(url, mp4Bytes(1001))
    expect([refused.status, await refused.json()]).toEqual([
      413,
      { error: { code: 'payload_too_large', message: 'The upload is larger than its declared size.' } },
    ])
    expect((await patch(url, content)).status).toBe(204)
  })

  test('treats a wrong offset as a conflict and changes nothing', async () => {
    const url = await created(1000)
    await patch(url, mp4Bytes(500))
    const response = await patch(url, mp4Bytes(500), 100)
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      409,
      'conflict',
    ])
    expect((await head(url)).headers.get('upload-offset')).toBe('500')
  })
})

describe('names', () => {
  test.each([
    ['a path upwards', '../../../etc/passwd.mp4', 'passwd.mp4', 'mp4'],
    ['a Windows path', 'C:\\calls\\Q3 review.MOV', 'Q3 review.MOV', 'mov'],
    ['no extension', 'no extension', 'no extension', 'bin'],
    ['an extension of eight letters', 'archive.superlon', 'archive.superlon', 'bin'],
    ['a folder', 'evil.mp4/', null, 'bin'],
    ['a control character', 'x.m\0p4', 'x.mp4', 'mp4'],
    ['500 characters', `${'é'.repeat(496)}.mp4`, `${'é'.repeat(251)}.mp4`, 'mp4'],
  ])('turns %s into a harmless name and key', async (_, given, filename, extension) => {
    const key = getKey(await created(10, given))
    expect(key).toMatch(new RegExp(`^${user.userId}/meetings/${user.userId}/\\d+\\.${extension}$`))
    expect(await server.deps.uploads.findOwned(user.userId, key)).toMatchObject({ filename })
  })

  test('never shares a key between uploads of the same millisecond', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, async () => getKey(await created(10))))
    expect(new Set(keys).size).toBe(8)
  })

  test('stores nothing but uploads in the bucket', async () => {
    const names = await readdir(join(server.folder, 'uservideos', user.userId), { recursive: true })
    expect(names.filter((name) => name.endsWith('.json'))).toEqual([])
  })
})

describe('a file that is not a recording', () => {
  test.each([
    ['a playlist under a video’s name', PLAYLIST],
    ['a concat script', Buffer.from('ffconcat version 1.0\nfile /etc/passwd\n')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')],
    ['an archive', Buffer.from('504b0304140000000000', 'hex')],
  ])('is refused and deleted: %s', async (_, content) => {
    const url = await created(content.length)
    const response = await patch(url, content)
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: { code: 'not_a_video', message: NOT_A_VIDEO_MESSAGE } },
    ])
    expect(await server.deps.storage.stat(getKey(url))).toBeNull()
    expect((await head(url)).status).toBe(404)
  })

  test('is refused at once when empty', async () => {
    const response = await create({ 'Upload-Length': '0', 'Upload-Metadata': metadata('empty.mp4') })
    expect([response.status, await response.json()]).toEqual([
      415,
      { error: { code: 'not_a_video', message: NOT_A_VIDEO_MESSAGE } },
    ])
  })

  test('refuses a request that is not tus and says why', async () => {
    const response = await fetch(server.endpoint, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}` },
    })
    expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
      412,
      'invalid_request',
    ])
  })
})

describe('a lost completion', () => {
  /** All bytes are on disk, but the process ended before it could respond. */
  async function withoutEnd(content: Buffer): Promise<string> {
    const url = await created(content.length)
    await patch(url, content)
    await server.database.update(server.database.schema.uploads).set({ completedAt: null })
    return url
  }

  test('is recovered by asking for the upload’s offset', async () => {
    const url = await withoutEnd(mp4Bytes(500))
    const response = await head(url)
    expect(response.headers.get('x-storage-path')).toBe(getKey(url))
    expect(await server.deps.uploads.findOwned(user.userId, getKey(url))).toMatchObject({
      completedAt: server.clock.now,
    })
  })

  test('is recovered by processing the upload, any number of times', async () => {
    const key = getKey(await withoutEnd(mp4Bytes(500)))
    for (let time = 0; time < 3; time += 1) {
      expect(await completeUpload(server.deps, { userId: user.userId, key })).toEqual({
        key,
        size: 500,
        filename: 'call.mp4',
        filetype: null,
      })
    }
  })

  test('hides nothing: HEAD too refuses bytes that are not a recording', async () => {
    const url = await created(PLAYLIST.length)
    await patch(url, PLAYLIST.subarray(0, -1))
    await appendFile(join(server.folder, 'uservideos', getKey(url)), PLAYLIST.subarray(-1))
    expect((await head(url)).status).toBe(415)
    expect((await head(url)).status).toBe(404)
  })
})
