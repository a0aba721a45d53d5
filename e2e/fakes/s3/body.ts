import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { crc32 } from 'node:zlib'
import { S3Refusal } from './refusal.ts'

/** A request's content, after all its headers about it were verified. */
export interface CheckedBody {
  content: Buffer
  /** CRC-32 in base64, if the request has one. */
  crc32: string | null
}

const CRC32 = 'x-amz-checksum-crc32'

/**
 * Reads a body as signed: whole with its SHA-256, or in chunks of `aws-chunked` with a trailing checksum. An unhashed
 * body is only for encrypted connections, as at AWS, or for servers without checksum support.
 * @throws {S3Refusal}
 */
export function checkBody(
  raw: Buffer,
  headers: IncomingHttpHeaders,
  { mayBeUnsigned = false }: { mayBeUnsigned?: boolean } = {},
): CheckedBody {
  const claimed = String(headers['x-amz-content-sha256'])
  if (claimed === 'STREAMING-UNSIGNED-PAYLOAD-TRAILER') return checkChunked(raw, headers)
  if (claimed === 'UNSIGNED-PAYLOAD' && mayBeUnsigned) return { content: raw, crc32: null }
  if (claimed !== createHash('sha256').update(raw).digest('hex'))
    throw new S3Refusal('XAmzContentSHA256Mismatch', 400, `the body is not ${claimed}`)
  const md5 = headers['content-md5']
  if (md5 !== undefined && md5 !== createHash('md5').update(raw).digest('base64')) throw new S3Refusal('BadDigest', 400)
  return { content: raw, crc32: checkedCrc(raw, headers[CRC32]) }
}

function checkChunked(raw: Buffer, headers: IncomingHttpHeaders): CheckedBody {
  if (!String(headers['content-encoding']).split(',').includes('aws-chunked'))
    throw new S3Refusal('InvalidRequest', 400, 'chunks without aws-chunked')
  const chunks: Buffer[] = []
  let at = 0
  for (;;) {
    const end = raw.indexOf('\r\n', at)
    const size = end < 0 ? NaN : Number.parseInt(raw.toString('latin1', at, end), 16)
    if (Number.isNaN(size)) throw new S3Refusal('IncompleteBody', 400)
    at = end + 2
    if (size === 0) break
    chunks.push(raw.subarray(at, at + size))
    at += size + 2
  }
  const content = Buffer.concat(chunks)
  if (content.length !== Number(headers['x-amz-decoded-content-length'])) throw new S3Refusal('IncompleteBody', 400)
  const [, name, value] = /^([\w-]+):([^\r\n]+)\r\n/.exec(raw.toString('latin1', at)) ?? []
  if (name === undefined || name !== headers['x-amz-trailer'])
    throw new S3Refusal('MalformedTrailerError', 400, 'the announced trailer is missing')
  return { content, crc32: checkedCrc(content, name === CRC32 ? value : undefined) }
}

function checkedCrc(content: Buffer, claimed: string | string[] | undefined): string | null {
  if (claimed === undefined) return null
  const found = Buffer.alloc(4)
  found.writeUInt32BE(crc32(content))
  if (found.toString('base64') !== claimed) throw new S3Refusal('BadDigest', 400)
  return found.toString('base64')
}
