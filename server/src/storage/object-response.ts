import { Readable } from 'node:stream'
import { mediaTypeOf } from './media-type.ts'
import type { ByteRange, Storage, StoredObject } from './storage.ts'

/**
 * Answers a GET or HEAD request with a stored object: whole or the one range that was asked for.
 * @param headers additional headers, `Cache-Control` for example.
 */
export async function objectResponse(
  storage: Storage,
  object: StoredObject,
  request: Request,
  headers: Record<string, string>,
): Promise<Response> {
  const etag = `"${object.size.toString(36)}-${object.modifiedAt.getTime().toString(36)}"`
  const facts = {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': 'inline',
    'Content-Type': mediaTypeOf(object.key),
    'ETag': etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: facts })
  const range = requestedRange(request.headers, object, etag)
  if (range === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...facts, 'Content-Range': `bytes */${object.size}` } })
  const length = range ? range.end - range.start + 1 : object.size
  const body = request.method === 'HEAD' ? null : await openBody(storage, object.key, range)
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${object.size}` }
  return new Response(body, {
    status: part ? 206 : 200,
    headers: { ...facts, ...part, 'Content-Length': String(length) },
  })
}

/** With `If-Range` a range applies only to the version that it names, by tag or by date. */
function requestedRange(headers: Headers, object: StoredObject, etag: string): ByteRange | 'unsatisfiable' | null {
  const version = headers.get('if-range')
  if (version !== null && version !== etag && version !== object.modifiedAt.toUTCString()) return null
  return parseRange(headers.get('range') ?? undefined, object.size)
}

/** As a web stream: the server cancels it when the client goes away, and that closes the file. */
async function openBody(storage: Storage, key: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array>> {
  return Readable.toWeb(await storage.read(key, range ?? undefined)) as ReadableStream<Uint8Array>
}

/**
 * Reads a `Range` header (RFC 9110 §14) of one range.
 * @param size bytes of the whole object.
 * @returns null to send everything: no header, another unit, several ranges or a form that can't be read.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first === '') return suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Number(last)
  if (last !== '' && end < start) return null
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable'
}

function suffix(length: number, size: number): ByteRange | 'unsatisfiable' {
  return length > 0 && size > 0 ? { start: Math.max(0, size - length), end: size - 1 } : 'unsatisfiable'
}
