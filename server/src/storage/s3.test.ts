import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  HeadObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFakeS3, type Answer, type FakeS3 } from '../../../e2e/fakes/s3/s3.ts'
import { createApp } from '../http/create-app.ts'
import { createAddresses } from '../http/origin.ts'
import { systemClock } from '../kernel/clock.ts'
import { soundDisk } from '../testing/sound-disk.ts'
import { createLogger } from '../kernel/logger.ts'
import { describeStorage } from './contract.testing.ts'
import { uploadNoteKey } from './keys.ts'
import { storageRoutes } from './routes.ts'
import { assertBucket, createS3Client, type S3Settings } from './s3-client.ts'
import {
  connectTo,
  HAS_REAL_S3,
  openRealBucket,
  openTestBucket,
  getSettings,
  type TestBucket,
} from './s3-buckets.testing.ts'
import { createS3Storage } from './s3.ts'
import { createLinkSigner } from './signed-links.ts'

const MIB = 1024 * 1024

async function openOn(settings: S3Settings) {
  const folder = await mkdtemp(join(tmpdir(), 's3-storage-'))
  const links = createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock })
  const client = createS3Client(settings)
  const storage = createS3Storage({ client, bucket: settings.bucket, links, transferFolder: folder })
  const app = createApp({
    log: createLogger('silent'),
    routers: [storageRoutes({ storage, links, readableMedia: async () => ({ durationMs: null }) })],
    mounts: [],
    disk: soundDisk,
    https: false,
    addresses: createAddresses(),
  })
  return {
    storage,
    client,
    folder,
    fetch: async (url: string) => app.request(url),
    async close() {
      client.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describeStorage('a strict S3 server', async () => {
  const s3 = await startFakeS3()
  const opened = await openOn(getSettings(s3))
  return {
    ...opened,
    async close() {
      await opened.close()
      await s3.close()
    },
  }
})

describeStorage('a strict S3 server with its bucket in the host', async () => {
  const s3 = await startFakeS3({ virtualHosts: true })
  const opened = await openOn({ ...getSettings(s3), forcePathStyle: false })
  connectTo('127.0.0.1', opened.client)
  return {
    ...opened,
    async close() {
      await opened.close()
      await s3.close()
    },
  }
})

describeStorage('a strict S3 server that knows no checksums', async () => {
  const s3 = await startFakeS3({ withoutChecksums: true })
  const opened = await openOn({ ...getSettings(s3), checksums: 'when_required' })
  return {
    ...opened,
    async close() {
      await opened.close()
      await s3.close()
    },
  }
})

if (HAS_REAL_S3)
  describeStorage('the S3 server of TEST_S3_BUCKET', async () => {
    const real = await openRealBucket()
    const opened = await openOn(real.s3)
    return {
      ...opened,
      async close() {
        await opened.close()
        await real.close()
      },
    }
  })

describe('storage in any bucket', () => {
  let bucket: TestBucket
  let opened: Awaited<ReturnType<typeof openOn>>
  beforeAll(async () => {
    bucket = await openTestBucket()
    opened = await openOn(bucket.s3)
  })
  afterAll(async () => {
    await opened.close()
    await bucket.close()
  })

  test('stores a large file in parts, byte for byte, and leaves nothing else behind', async () => {
    const content = Buffer.alloc(20 * MIB + 1, 'large ')
    await writeFile(join(opened.folder, 'large.mp4'), content)
    await opened.storage.adopt(join(opened.folder, 'large.mp4'), 'u/derived/m/video.mp4')
    const { ETag } = await opened.client.send(
      new HeadObjectCommand({ Bucket: bucket.s3.bucket, Key: 'u/derived/m/video.mp4' }),
    )
    expect(ETag, 'of three parts').toMatch(/-3"$/)
    expect((await buffer(await opened.storage.read('u/derived/m/video.mp4'))).equals(content)).toBe(true)
    expect(await opened.storage.withLocalFile('u/derived/m/video.mp4', async () => 'used')).toBe('used')
    expect(await readdir(opened.folder)).toEqual([])
    expect(await bucket.uploads()).toEqual([])
  })

  test('removes parts of a killed process, but not those of users’ uploads and active writes', async () => {
    const [left, growing, persons] = ['left', 'growing', 'persons'].map((name) => `u/derived/${name}/video.mp4`)
    for (const Key of [left, growing, persons]) {
      const place = { Bucket: bucket.s3.bucket, Key }
      const { UploadId } = await opened.client.send(new CreateMultipartUploadCommand(place))
      await opened.client.send(new UploadPartCommand({ ...place, UploadId, PartNumber: 1, Body: 'x' }))
    }
    await bucket.put(uploadNoteKey(persons ?? ''), Buffer.of())
    expect(await opened.storage.removeUnfinished({ untouchedSince: new Date(Date.now() - 60_000) })).toBe(0)
    const later = { untouchedSince: new Date(Date.now() + 60_000) }
    expect(await opened.storage.removeUnfinished({ ...later, below: 'u/derived/left/' })).toBe(1)
    expect(await bucket.uploads()).toEqual([growing, persons])
    expect(await opened.storage.removeUnfinished(later)).toBe(1)
    expect(await bucket.uploads()).toEqual([persons])
  })
})

describe('storage in a bucket of a strict server', () => {
  let s3: FakeS3
  let opened: Awaited<ReturnType<typeof openOn>>

  beforeAll(async () => {
    s3 = await startFakeS3()
    opened = await openOn(getSettings(s3))
  })
  afterAll(async () => {
    await opened.close()
    await s3.close()
  })

  test('stops reading an object that was replaced since it was stored', async () => {
    await opened.storage.write('u/damaged.txt', 'what was said')
    const object = s3.objects.get('u/damaged.txt')
    if (object) object.content = Buffer.from('what was sald')
    await expect(buffer(await opened.storage.read('u/damaged.txt'))).rejects.toThrow(/checksum/i)
    await expect(opened.storage.withLocalFile('u/damaged.txt', async () => 'used')).rejects.toThrow(/checksum/i)
    expect(await readdir(opened.folder)).toEqual([])
  })

  const asXml = (body: string): Answer => ({ headers: { 'content-type': 'application/xml' }, body })
  const page = (...entries: string[]) => asXml(`<ListBucketResult>${entries.join('')}</ListBucketResult>`)

  test.each<[what: string, answer: Answer]>([
    ['the whole object', { body: '0123456789' }],
    ['another range', { status: 206, headers: { 'content-range': 'bytes 5-6/10' }, body: '56' }],
  ])('rejects %s in place of a range', async (_what, answer) => {
    await opened.storage.write('u/range.txt', '0123456789')
    s3.distort((right, { operation }) => (operation === 'GetObject' ? answer : right))
    await expect(opened.storage.read('u/range.txt', { start: 2, end: 3 })).rejects.toThrow('different range')
    s3.recover()
  })

  test.each<[what: string, answer: Answer]>([
    ['another prefix', page('<Contents><Key>v/theirs.txt</Key></Contents>')],
    [
      'a page that follows itself',
      page('<IsTruncated>true</IsTruncated>', '<NextContinuationToken>x</NextContinuationToken>'),
    ],
    ['more than a page can hold', asXml(`<ListBucketResult>${' '.repeat(9 * MIB)}</ListBucketResult>`)],
  ])('rejects a list with %s', async (_what, answer) => {
    s3.distort((right, { operation }) => (operation === 'ListObjectsV2' ? answer : right))
    await expect(opened.storage.list('u/')).rejects.toThrow("The bucket's server")
    s3.recover()
  })

  test('rejects a list of unfinished uploads when a page follows itself', async () => {
    const again = '<IsTruncated>true</IsTruncated><NextKeyMarker>u/k</NextKeyMarker>'
    s3.distort((right, { operation }) =>
      operation === 'ListMultipartUploads'
        ? asXml(`<ListMultipartUploadsResult>${again}</ListMultipartUploadsResult>`)
        : right,
    )
    await expect(opened.storage.removeUnfinished({ untouchedSince: new Date() })).rejects.toThrow(
      'same page of its list twice',
    )
    s3.recover()
  })

  test('gives up on a response that stops in the middle', async () => {
    await opened.storage.write('u/stops.txt', 'x')
    const client = createS3Client(getSettings(s3), 50)
    s3.distort((right) => ({ ...right, headers: { ...right.headers, 'content-length': '2' } }))
    const command = new GetObjectCommand({ Bucket: s3.bucket, Key: 'u/stops.txt' })
    await expect(client.send(command).then(({ Body }) => Body?.transformToString())).rejects.toThrow('timed out')
    s3.recover()
    client.destroy()
  })

  test('keeps a local file when the bucket confirms it but lacks it', async () => {
    const path = join(opened.folder, 'lost.mp4')
    await writeFile(path, 'a recording')
    s3.distort((right, { operation, key }) => {
      if (operation === 'PutObject') s3.objects.delete(key)
      return right
    })
    await expect(opened.storage.adopt(path, 'u/lost.mp4')).rejects.toThrow('The bucket lost')
    s3.recover()
    await opened.storage.adopt(path, 'u/lost.mp4')
    expect(await opened.storage.stat('u/lost.mp4')).toMatchObject({ size: 11 })
  })

  test.each([301, 302, 307, 308])('does not follow a redirect with status %s to another host', async (status) => {
    const asked: string[] = []
    const other = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    s3.distort(() => ({ status, headers: { location, 'x-amz-bucket-region': 'eu-other-1' } }))
    await expect(opened.storage.read('u/any.txt')).rejects.toThrow()
    await expect(opened.storage.write('u/any.txt', 'x')).rejects.toThrow()
    expect(asked).toEqual([])
    s3.recover()
    other.close()
  })

  test('retries when the server is briefly busy', async () => {
    s3.failNext(503)
    await opened.storage.write('u/busy.txt', 'x')
    s3.failNext(500)
    expect(await opened.storage.stat('u/busy.txt')).toMatchObject({ size: 1 })
  })

  test('times out on a silent server, and retries when it responds again', async () => {
    const silence = Promise.withResolvers<void>()
    const client = createS3Client(getSettings(s3), 50)
    s3.keepSilent(silence.promise)
    try {
      await expect(assertBucket(client, s3.bucket, [1, 1])).rejects.toThrow('TimeoutError')
    } finally {
      silence.resolve()
    }
    await expect(assertBucket(opened.client, s3.bucket)).resolves.toBeUndefined()
    client.destroy()
  })

  test('an object that no one reads on times out without ending the process', async () => {
    await opened.storage.write('u/unread.bin', Buffer.alloc(32 * MIB))
    const client = createS3Client(getSettings(s3), 300)
    const impatient = createS3Storage({
      client,
      bucket: s3.bucket,
      links: createLinkSigner({ secretKey: 's'.repeat(32), clock: systemClock }),
      transferFolder: opened.folder,
    })
    const uncaught: Error[] = []
    const note = (error: Error) => void uncaught.push(error)
    process.on('uncaughtException', note)
    try {
      const body = await impatient.read('u/unread.bin')
      await expect.poll(() => body.destroyed).toBe(true)
      await expect(buffer(body)).rejects.toThrow()
      expect(uncaught).toEqual([])
    } finally {
      process.off('uncaughtException', note)
      client.destroy()
    }
  })

  test('leaves no part behind when a write fails', async () => {
    await writeFile(join(opened.folder, 'failing'), Buffer.alloc(20 * MIB))
    s3.failNext(403, 'UploadPart')
    await expect(opened.storage.adopt(join(opened.folder, 'failing'), 'u/failing')).rejects.toThrow('AccessDenied')
    expect(s3.uploads()).toEqual([])
    expect(await opened.storage.stat('u/failing')).toBeNull()
    await rm(join(opened.folder, 'failing'))
  })

  test('returns a complete list across several pages', async () => {
    const prefix = `${randomUUID()}/`
    const keys = Array.from({ length: 11 }, (_, index) => `${prefix}${String(index).padStart(2, '0')} & é.txt`)
    for (const key of keys) await opened.storage.write(key, key)
    expect((await opened.storage.list(prefix)).map(({ key }) => key)).toEqual(keys)
  })

  test('retries a failing bucket for a while at startup, as it may be restarting', async () => {
    // The client itself makes three attempts.
    const fail = (times: number) => Array.from({ length: times }, () => s3.failNext(503))
    fail(6)
    await expect(assertBucket(opened.client, s3.bucket, [1, 1])).resolves.toBeUndefined()
    fail(9)
    await expect(assertBucket(opened.client, s3.bucket, [1, 1])).rejects.toThrow('Can’t use the bucket')
    s3.recover()
  })

  test('reports a wrong bucket or key at startup in one sentence', async () => {
    await expect(assertBucket(opened.client, s3.bucket)).resolves.toBeUndefined()
    await expect(assertBucket(opened.client, 'others')).rejects.toThrow('Can’t use the bucket others')
    const stranger = createS3Client({
      ...getSettings(s3),
      credentials: { accessKeyId: s3.account.accessKeyId, secretAccessKey: 'wrong' },
    })
    await expect(assertBucket(stranger, s3.bucket)).rejects.toThrow(
      /^Can’t use the bucket \w+ \(.*\)\. Check the S3 settings and credentials\.$/,
    )
    stranger.destroy()
  })
})

test.each([
  { algorithm: 'AES256', kmsKey: null },
  { algorithm: 'aws:kms', kmsKey: null },
  { algorithm: 'aws:kms', kmsKey: 'arn:aws:kms:eu-test-1:1:key/ours' },
] as const)('requests encryption for every object as configured: $algorithm, key $kmsKey', async (encryption) => {
  const { algorithm, kmsKey } = encryption
  const s3 = await startFakeS3({ requiredEncryption: algorithm, ...(kmsKey !== null && { requiredKmsKey: kmsKey }) })
  const plain = await openOn(getSettings(s3))
  await expect(plain.storage.write('u/a.txt', 'x')).rejects.toThrow()
  const encrypted = await openOn({ ...getSettings(s3), encryption })
  await encrypted.storage.write('u/a.txt', 'x')
  await writeFile(join(encrypted.folder, 'large'), Buffer.alloc(9 * MIB))
  await encrypted.storage.adopt(join(encrypted.folder, 'large'), 'u/large')
  expect([...s3.objects.values()].map((object) => object.encryption)).toEqual([algorithm, algorithm])
  await plain.close()
  await encrypted.close()
  await s3.close()
})
