import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { checkBody } from './body.ts'
import { createBucket } from './bucket.ts'
import { checkSignature, type S3Account } from './signature.ts'

// AWS's documented Signature Version 4 example of a GET with a range.
const ACCOUNT: S3Account = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
}
const EMPTY = createHash('sha256').digest('hex')
const SIGNATURE = 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
const HEADERS = {
  'host': 'examplebucket.s3.amazonaws.com',
  'range': 'bytes=0-9',
  'x-amz-content-sha256': EMPTY,
  'x-amz-date': '20130524T000000Z',
  'authorization': `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=${SIGNATURE}`,
}
const NOW = new Date('2013-05-24T00:00:10Z')
const check = (headers: Record<string, string>, target = '/test.txt', now = NOW) =>
  checkSignature({ method: 'GET', target, headers: { ...HEADERS, ...headers } }, ACCOUNT, now)

test('accepts only a request signed as AWS documents', () => {
  expect(() => check({})).not.toThrow()
  expect(() => check({}, '/other.txt')).toThrow('SignatureDoesNotMatch')
  expect(() => check({ range: 'bytes=0-8' })).toThrow('SignatureDoesNotMatch')
  expect(() => check({ 'x-amz-acl': 'public-read' })).toThrow('not signed: x-amz-acl')
  expect(() => check({}, '/test.txt', new Date('2013-05-24T00:20:00Z'))).toThrow('RequestTimeTooSkewed')
})

test('accepts a body only if its hash and checksums match', () => {
  const body = Buffer.from('content')
  const sha256 = createHash('sha256').update(body).digest('hex')
  expect(checkBody(body, { 'x-amz-content-sha256': sha256 }).content).toBe(body)
  for (const headers of [
    { 'x-amz-content-sha256': EMPTY },
    { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    { 'x-amz-content-sha256': sha256, 'x-amz-checksum-crc32': 'AAAAAA==' },
    { 'x-amz-content-sha256': sha256, 'content-md5': 'AAAA' },
  ])
    expect(() => checkBody(body, headers)).toThrow()
})

test('accepts chunks only if complete and with the announced checksum', () => {
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(Buffer.from('content')))
  const headers = {
    'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
    'content-encoding': 'aws-chunked',
    'x-amz-decoded-content-length': '7',
    'x-amz-trailer': 'x-amz-checksum-crc32',
  }
  const chunks = (trailer: string) => Buffer.from(`4\r\ncont\r\n3\r\nent\r\n0\r\n${trailer}\r\n\r\n`)
  const good = chunks(`x-amz-checksum-crc32:${sum.toString('base64')}`)
  expect(checkBody(good, headers).content.toString()).toBe('content')
  expect(() => checkBody(chunks(''), headers)).toThrow('trailer')
  expect(() => checkBody(chunks('x-amz-checksum-crc32:AAAAAA=='), headers)).toThrow('BadDigest')
  expect(() => checkBody(good, { ...headers, 'x-amz-decoded-content-length': '8' })).toThrow('IncompleteBody')
})

test('completes a multipart upload only with its own parts in order, all but the last at least 5 MiB', () => {
  const bucket = createBucket(() => NOW)
  const facts = { encryption: null, metadata: {} }
  const id = bucket.start('key', false, facts)
  const put = (number: number, bytes: number) => ({
    number,
    etag: bucket.putPart(id, 'key', number, { content: Buffer.alloc(bytes), crc32: null }).etag,
    crc32: null,
  })
  const [large, small, last] = [put(1, 5 * 1024 * 1024), put(2, 10), put(3, 1)]
  expect(() => bucket.putPart(id, 'key', 10_001, { content: Buffer.of(), crc32: null })).toThrow('InvalidArgument')
  expect(() => bucket.complete(id, 'key', [large, small, last])).toThrow('EntityTooSmall')
  expect(() => bucket.complete(id, 'key', [last, large])).toThrow('InvalidPartOrder')
  expect(() => bucket.complete(id, 'key', [{ ...large, etag: '"other"' }])).toThrow('InvalidPart')
  expect(() => bucket.complete(id, 'other', [large])).toThrow('NoSuchUpload')
  expect(bucket.complete(id, 'key', [large, last]).content).toHaveLength(5 * 1024 * 1024 + 1)
  expect(() => bucket.parts(id, 'key')).toThrow('NoSuchUpload')
})
