import { z, type OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { cors } from 'hono/cors'
import { createRouter, type AppEnv } from '../http/app.ts'
import { AppError } from '../kernel/errors.ts'
import { objectResponse } from './object-response.ts'
import { keyOfSignedPath, SIGNED_PREFIX, type LinkSigner } from './signed-links.ts'
import type { Storage } from './storage.ts'

const signedQuerySchema = z.object({
  expires: z.coerce.number().int().positive(),
  signature: z.string().min(1).max(100),
})

/** Answers signed links with whole files and single ranges. A link grants access until it expires. */
export function storageRoutes({ storage, links }: { storage: Storage; links: LinkSigner }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  router.use(
    `${SIGNED_PREFIX}*`,
    cors({ origin: '*', exposeHeaders: ['Accept-Ranges', 'Content-Length', 'Content-Range', 'ETag'] }),
  )
  router.get(`${SIGNED_PREFIX}*`, async (c) => {
    const object = await storage.stat(signedKey(c, links))
    if (object === null) throw new AppError('not_found', 'The file is no longer there.')
    return objectResponse(storage, object, c.req.raw, { 'Cache-Control': 'private, max-age=3600' })
  })
  return router
}

function signedKey(c: Context, links: LinkSigner): string {
  const key = keyOfSignedPath(new URL(c.req.url).pathname)
  const query = signedQuerySchema.safeParse(c.req.query())
  const state = key !== null && query.success ? links.check(key, query.data.expires, query.data.signature) : 'forged'
  if (state === 'expired') throw new AppError('forbidden', 'This link has expired.')
  if (key === null || state === 'forged') throw new AppError('forbidden', 'This link is not valid.')
  return key
}
