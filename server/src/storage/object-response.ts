import { Readable } from 'node:stream'
import { getMediaType } from './media-type.ts'
import type { ByteRange, Storage, StoredObject } from './storage.ts'

/** The access check of an object that can be revoked at any time. */
export interface ReadLimits {
  /** Maximum bytes of a range; a whole object is checked again after each such piece. */
  pieceBytes: number
  isAllowed: () => Promise<boolean>
}

/** Seconds of a recording per response, so that little is delivered after access has ended. */
const PIECE_SECONDS = 10
/** Minimum bytes of a piece for a short or low-bitrate recording, or one of unknown duration. */
const MIN_PIECE = 64 * 1024
const DEFAULT_PIECE = 1024 * 1024

/** @returns the bytes of ten seconds. @param durationMs null: unknown. */
export function recordingPieceBytes({ size }: Pick<StoredObject, 'size'>, durationMs: number | null): number {
  if (durationMs === null || durationMs <= 0) return DEFAULT_PIECE
  return Math.max(MIN_PIECE, Math.ceil((size / durationMs) * 1000 * PIECE_SECONDS))
}

/**
 * Responds to a GET or HEAD request with a stored object: whole, or the start of the requested range (players request
 * the rest).
 * @param headers additional headers, `Cache-Control` for example.
 */
export async function objectResponse(
  storage: Storage,
  object: StoredObject,
  request: Request,
  { headers, ...limits }: ReadLimits & { headers: Record<string, string> },
): Promise<Response> {
  const etag = `"${object.size.toString(36)}-${object.modifiedAt.getTime().toString(36)}"`
  const facts = {
    ...headers,
    'Accept-Ranges': 'bytes',
    'Content-Disposition': 'inline',
    'Content-Type': getMediaType(object.key),
    'ETag': etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers: facts })
  const asked = requestedRange(request.headers, object, etag)
  if (asked === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { ...facts, 'Content-Range': `bytes */${object.size}` } })
  const range = asked && { ...asked, end: Math.min(asked.end, asked.start + limits.pieceBytes - 1) }
  const length = range ? range.end - range.start + 1 : object.size
  const body = request.method === 'HEAD' ? null : await openBody(storage, object, range, limits)
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${object.size}` }
  return new Response(body, {
    status: part ? 206 : 200,
    headers: { ...facts, ...part, 'Content-Length': String(length) },
  })
}

/** With `If-Range`, a range applies only to the version it names, by tag or by date. */
function requestedRange(headers: Headers, object: StoredObject, etag: string): ByteRange | 'unsatisfiable' | null {
  const version = headers.get('if-range')
  if (version !== null && version !== etag && version !== object.modifiedAt.toUTCString()) return null
  return parseRange(headers.get('range') ?? undefined, object.size)
}

/** As a web stream: the server cancels it when the client disconnects, which closes the file. */
async function openBody(
  storage: Storage,
  { key, size }: StoredObject,
  range: ByteRange | null,
  limits: ReadLimits,
): Promise<ReadableStream<Uint8Array>> {
  const content =
    range === null ? Readable.from(getPieces(storage, { key, size }, limits)) : await storage.read(key, range)
  return Readable.toWeb(content) as ReadableStream<Uint8Array>
}

/** A whole object, with a check before each piece. @throws when access was revoked, which aborts the response. */
async function* getPieces(
  storage: Storage,
  { key, size }: Pick<StoredObject, 'key' | 'size'>,
  { pieceBytes, isAllowed }: ReadLimits,
): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += pieceBytes) {
    if (start > 0 && !(await isAllowed())) throw new Error('Access to this file has ended.')
    yield* await storage.read(key, { start, end: Math.min(size, start + pieceBytes) - 1 })
  }
}

/**
 * Parses a `Range` header (RFC 9110 §14) with one range.
 * @param size bytes of the whole object.
 * @returns null to send everything: no header, another unit, several ranges or a malformed one.
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
