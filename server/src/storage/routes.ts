import { z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { createRouter, type AppEnv } from '../http/app.ts'
import { describePaths, given, maybe } from '../http/describe-paths.ts'
import { AppError } from '../kernel/errors.ts'
import { objectResponse, recordingPieceBytes } from './object-response.ts'
import { keyOfSignedPath, SIGNED_PREFIX, type LinkSigner } from './signed-links.ts'
import type { Storage } from './storage.ts'

const signedQuerySchema = z.object({
  expires: z.coerce.number().int().positive(),
  session: z.string().min(1).max(100),
  signature: z.string().min(1).max(100),
})

/** Every request is checked, because access can be revoked at any time; a proxy must not buffer the recording. */
const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Accel-Buffering': 'no' }

interface StorageRoutesDeps {
  storage: Storage
  links: LinkSigner
  /** The recording of an object, while the session lasts and its user owns the object; otherwise null. */
  readableMedia: (session: string, key: string) => Promise<{ durationMs: number | null } | null>
}

/**
 * Serves signed links with whole files and ranges of ten seconds at most: until the link expires, its session ends or
 * its object is deleted.
 */
export function storageRoutes({ storage, links, readableMedia }: StorageRoutesDeps): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const request = { params: given('key'), query: maybe('expires', 'session', 'signature'), headers: maybe('range') }
  describePaths(
    router,
    { gives: 'application/octet-stream' },
    { [`get ${SIGNED_PREFIX}{key}`]: { means: 'A file behind a signed link, whole or a range', request } },
  )
  router.get(`${SIGNED_PREFIX}*`, async (c) => {
    const { key, session } = signedLink(c, links)
    const media = await readableMedia(session, key)
    if (media === null) throw new AppError('forbidden', 'This link has expired.')
    const object = await storage.stat(key)
    if (object === null) throw new AppError('not_found', 'This file no longer exists.')
    return objectResponse(storage, object, c.req.raw, {
      headers: HEADERS,
      pieceBytes: recordingPieceBytes(object, media.durationMs),
      isAllowed: async () => (await readableMedia(session, key)) !== null,
    })
  })
  return router
}

function signedLink(c: Context, links: LinkSigner): { key: string; session: string } {
  const key = keyOfSignedPath(new URL(c.req.url).pathname)
  const query = signedQuerySchema.safeParse(c.req.query())
  const state = key !== null && query.success ? links.check(key, query.data) : 'forged'
  if (state === 'expired') throw new AppError('forbidden', 'This link has expired.')
  if (key === null || !query.success || state === 'forged') throw new AppError('forbidden', 'This link is not valid.')
  return { key, session: query.data.session }
}
