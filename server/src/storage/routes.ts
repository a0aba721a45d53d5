import { Readable } from 'node:stream'
import { z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { cors } from 'hono/cors'
import { createRouter, type AppEnv } from '../http/app.ts'
import { AppError } from '../kernel/errors.ts'
import { parseRange } from './byte-range.ts'
import { mediaTypeOf } from './media-type.ts'
import { keyOfSignedPath, SIGNED_PREFIX, type LinkSigner } from './signed-links.ts'
import type { ByteRange, Storage, StoredObject } from './storage.ts'

const signedQuerySchema = z.object({ expires: z.coerce.number().int().positive(), signature: z.string().min(1).max(100) })

/** Answers signed links: whole files and single ranges. Whoever has the link may read until it expires. */
export function storageRoutes({ storage, links }: { storage: Storage; links: LinkSigner }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(`${SIGNED_PREFIX}*`, cors({ origin: '*', exposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'] }))
  router.get(`${SIGNED_PREFIX}*`, async (c) => {
    const object = await storage.stat(signedKey(c, links))
    if (object === null) throw new AppError('not_found', 'The file is no longer there.')
    return send(c, storage, object)
  })
  return router
}

function signedKey(c: Context, links: LinkSigner): string {
  const key = keyOfSignedPath(new URL(c.req.url).pathname)
  const query = signedQuerySchema.safeParse(c.req.query())
  const verdict = key !== null && query.success ? links.check(key, query.data.expires, query.data.signature) : 'forged'
  if (verdict === 'expired') throw new AppError('forbidden', 'This link has expired.')
  if (key === null || verdict === 'forged') throw new AppError('forbidden', 'This link is not valid.')
  return key
}

async function send(c: Context, storage: Storage, object: StoredObject): Promise<Response> {
  const etag = `"${object.size.toString(36)}-${object.modifiedAt.getTime().toString(36)}"`
  const headers = {
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=3600',
    'Content-Disposition': 'inline',
    'Content-Type': mediaTypeOf(object.key),
    ETag: etag,
    'Last-Modified': object.modifiedAt.toUTCString(),
    'X-Content-Type-Options': 'nosniff',
  }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers)
  const range = requestedRange(c, object, etag)
  if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${object.size}` })
  const length = range ? range.end - range.start + 1 : object.size
  const body = c.req.method === 'HEAD' ? null : await openBody(storage, object.key, range)
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${object.size}` }
  return new Response(body, { status: part ? 206 : 200, headers: { ...headers, ...part, 'Content-Length': String(length) } })
}

/** A range is good only for the version that `If-Range` names, by tag or by date. */
function requestedRange(c: Context, object: StoredObject, etag: string): ByteRange | 'unsatisfiable' | null {
  const version = c.req.header('if-range')
  if (version !== undefined && version !== etag && version !== object.modifiedAt.toUTCString()) return null
  return parseRange(c.req.header('range'), object.size)
}

/** As a web stream: the server cancels it when the client goes away, and that closes the file. */
async function openBody(storage: Storage, key: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array>> {
  return Readable.toWeb(await storage.read(key, range ?? undefined)) as ReadableStream<Uint8Array>
}
