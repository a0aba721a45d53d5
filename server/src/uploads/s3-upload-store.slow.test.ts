import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { Upload as TusUpload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startFakeS3, type FakeS3, type FakeS3Options } from '../../../e2e/fakes/s3/s3.ts'
import { openTestBucket, getSettings, type TestBucket } from '../storage/s3-buckets.testing.ts'
import type { S3Settings } from '../storage/s3-client.ts'
import { mp4Bytes } from './recordings.testing.ts'
import { removeUpload } from './remove-upload.ts'
import { sweepUploads } from './sweep-uploads.ts'
import { completeUpload } from './complete-upload.ts'
import { keyOfSegment } from './upload-id.ts'
import { openUploadServer, type UploadServer } from './upload-server.testing.ts'

const MIB = 1024 * 1024

let server: UploadServer
let user: { userId: string; token: string }

async function openServer(bucket: S3Settings): Promise<void> {
  server = await openUploadServer({ bucket })
  user = await server.signUp()
}

const headers = () => ({ 'authorization': `Bearer ${user.token}`, 'tus-resumable': '1.0.0' })
const stored = async (key: string) => buffer(await server.deps.storage.read(key))
const getKey = (url: string) => keyOfSegment(url.split('/').at(-1) ?? '') ?? ''

async function create(length: number | null): Promise<string> {
  const announced = length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }
  const response = await fetch(server.endpoint, { method: 'POST', headers: { ...headers(), ...announced } })
  return new URL(response.headers.get('location') ?? '', server.endpoint).href
}
const patch = (url: string, offset: number, body: Buffer, more: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      ...headers(),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...more,
    },
    body: new Uint8Array(body),
  })
const getOffset = async (url: string) => {
  const response = await fetch(url, { method: 'HEAD', headers: headers() })
  return Number(response.headers.get('upload-offset'))
}

/** Sends a file as the web app does: in pieces, asking for the offset after every failure. */
function send(content: Buffer, chunkSize: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new TusUpload(content, {
      endpoint: server.endpoint,
      headers: { authorization: `Bearer ${user.token}` },
      chunkSize,
      retryDelays: Array.from({ length: 100 }, () => 100),
      onSuccess: () => resolve(getKey(upload.url ?? '')),
      onError: reject,
    })
    upload.start()
  })
}

describe('an upload to a bucket', () => {
  let bucket: TestBucket
  beforeEach(async () => {
    bucket = await openTestBucket({ requiredEncryption: 'AES256' })
    await openServer(bucket.s3)
  })
  afterEach(async () => {
    await server.close()
    await bucket.close()
  })

  test('becomes its object, byte for byte, whatever the piece size', async () => {
    const content = mp4Bytes(21 * MIB + 7)
    for (const chunkSize of [3 * MIB, 50 * MIB])
      expect((await stored(await send(content, chunkSize))).equals(content)).toBe(true)
    expect(await bucket.uploads()).toEqual([])
  })

  test('keeps a rest too short for a part when its length is unknown, and completes with the length', async () => {
    const content = mp4Bytes(7 * MIB)
    const url = await create(null)
    for (let offset = 0; offset < content.length; offset += 2 * MIB)
      await patch(url, offset, content.subarray(offset, offset + 2 * MIB))
    await server.stop()
    await server.start()
    // The first attempt may use a connection that the server closed.
    await expect.poll(() => getOffset(url).catch(() => null)).toBe(content.length)
    const last = await patch(url, content.length, Buffer.of(), { 'upload-length': String(content.length) })
    expect([last.status, last.headers.get('x-storage-path')]).toEqual([204, getKey(url)])
    expect((await stored(getKey(url))).equals(content)).toBe(true)
  })

  test('leaves nothing when removed: no parts, no rest, no info', async () => {
    const unfinished = await create(20 * MIB)
    await patch(unfinished, 0, mp4Bytes(9 * MIB))
    await removeUpload(server.deps, getKey(unfinished))
    const whole = await send(mp4Bytes(MIB), MIB)
    await removeUpload(server.deps, whole)
    const cancelled = await create(20 * MIB)
    await patch(cancelled, 0, mp4Bytes(MIB))
    expect((await fetch(cancelled, { method: 'DELETE', headers: headers() })).status).toBe(204)
    expect([await bucket.objects(), await bucket.uploads()]).toEqual([[], []])
    await expect(removeUpload(server.deps, whole)).resolves.toBeUndefined()
    expect((await fetch(unfinished, { method: 'HEAD', headers: headers() })).status).toBe(404)
  })

  test('is deleted with its parts, rest and note after seven days when unfinished or unused', async () => {
    const day = 24 * 60 * 60 * 1000
    const unfinished = await create(20 * MIB)
    await patch(unfinished, 0, mp4Bytes(9 * MIB))
    await send(mp4Bytes(MIB), MIB)
    server.clock.now = new Date(Date.now() + 6 * day)
    const young = await create(20 * MIB)
    await patch(young, 0, mp4Bytes(9 * MIB))
    expect(await sweepUploads(server.deps)).toBe(0)
    expect(await bucket.uploads()).toHaveLength(2)
    server.clock.now = new Date(Date.now() + 8 * day)
    expect(await sweepUploads(server.deps)).toBe(2)
    expect(await bucket.uploads()).toEqual([getKey(young)])
    expect((await bucket.objects()).filter((key) => !key.includes(getKey(young)))).toEqual([])
    expect(await getOffset(young)).toBe(9 * MIB)
  })

  test('is refused and deleted when it is not a recording', async () => {
    const url = await create(MIB)
    expect((await patch(url, 0, Buffer.alloc(MIB, 'text '))).status).toBe(415)
    expect(await bucket.objects()).toEqual([])
  })
})

test.each<[string, FakeS3Options, Partial<S3Settings>]>([
  ['has its bucket in the host', { virtualHosts: true }, { forcePathStyle: false }],
  ['knows no checksums', { withoutChecksums: true }, { checksums: 'when_required' }],
])('arrives and can be removed at a server that %s', async (_, options, settings) => {
  const s3 = await startFakeS3(options)
  try {
    await openServer({ ...getSettings(s3), ...settings })
    const content = mp4Bytes(11 * MIB + 7)
    const key = await send(content, 3 * MIB)
    expect(s3.objects.get(key)?.content.equals(content)).toBe(true)
    const unfinished = await create(20 * MIB)
    await patch(unfinished, 0, mp4Bytes(9 * MIB))
    await removeUpload(server.deps, key)
    await removeUpload(server.deps, getKey(unfinished))
    expect([[...s3.objects.keys()], s3.uploads()]).toEqual([[], []])
  } finally {
    await server.close()
    await s3.close()
  }
})

describe('an upload to a bucket whose server fails at times', () => {
  let s3: FakeS3
  beforeEach(async () => {
    s3 = await startFakeS3({ requiredEncryption: 'AES256' })
    await openServer({ ...getSettings(s3), encryption: { algorithm: 'AES256', kmsKey: null } })
  })
  afterEach(async () => {
    await server.close()
    await s3.close()
  })

  async function nothingSent(): Promise<void> {
    for (let sent = -1; sent !== s3.calls.length; await setTimeout(500)) sent = s3.calls.length
  }

  test('resumes after the server was stopped in the middle of pieces', async () => {
    const content = mp4Bytes(30 * MIB)
    let ended = 0
    const key = send(content, 4 * MIB)
    while (ended < 3) {
      const before = s3.calls.length
      await expect.poll(() => s3.calls.length, { timeout: 60_000 }).toBeGreaterThan(before + 8)
      await server.stop()
      // A stopped process writes nothing more; here its last requests to the bucket finish first.
      await nothingSent()
      await server.start()
      ended += 1
    }
    expect((await stored(await key)).equals(content)).toBe(true)
  })

  test('is completed by the next request when its last byte arrived before the server stopped', async () => {
    const content = mp4Bytes(6 * MIB)
    const url = await create(content.length)
    for (let tries = 0; tries < 3; tries += 1) s3.failNext(500, 'CompleteMultipartUpload')
    expect((await patch(url, 0, content)).status).toBe(500)
    expect(s3.objects.has(getKey(url))).toBe(false)
    const completed = await completeUpload(server.deps, { userId: user.userId, key: getKey(url) })
    expect(completed.size).toBe(content.length)
    expect((await stored(getKey(url))).equals(content)).toBe(true)
    expect(await getOffset(url)).toBe(content.length)
  })

  test('is neither completed nor deleted while the bucket returns something else', async () => {
    const content = mp4Bytes(6 * MIB)
    const url = await create(content.length)
    s3.distort((right, { operation, key }) =>
      operation === 'GetObject' && !key.startsWith('.') ? { body: '<html>Maintenance</html>' } : right,
    )
    expect((await patch(url, 0, content)).status).toBe(500)
    s3.recover()
    expect(await completeUpload(server.deps, { userId: user.userId, key: getKey(url) })).toMatchObject({
      size: content.length,
    })
  })

  test('is not completed while the bucket lacks some of it', async () => {
    const content = mp4Bytes(6 * MIB)
    const url = await create(content.length)
    s3.distort((right, { operation, key }) => {
      const object = s3.objects.get(key)
      if (operation === 'CompleteMultipartUpload' && object) object.content = object.content.subarray(0, 5 * MIB)
      return right
    })
    expect((await patch(url, 0, content)).status).toBe(500)
    const upload = { userId: user.userId, key: getKey(url) }
    await expect(completeUpload(server.deps, upload)).rejects.toThrow('missing from the storage')
    const object = s3.objects.get(upload.key)
    if (object) object.content = content
    expect(await completeUpload(server.deps, upload)).toMatchObject({ size: content.length })
  })

  test('does not count as lost while the bucket is unreachable', async () => {
    const url = await create(6 * MIB)
    for (let tries = 0; tries < 3; tries += 1) s3.failNext(500, 'GetObject')
    expect((await fetch(url, { method: 'HEAD', headers: headers() })).status).toBe(500)
    expect(await getOffset(url)).toBe(0)
  })
})
