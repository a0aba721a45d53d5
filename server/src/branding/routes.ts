import { Readable } from 'node:stream'
import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi'
import {
  BRANDING_PATHS,
  LOGO_TYPES,
  brandingChangeSchema,
  brandingSchema,
} from '@callfolio/shared/contract/branding.ts'
import { createRouter, type AppEnv } from '../http/app.ts'
import { jsonBody, jsonReply, signedIn } from '../http/describe.ts'
import type { Origin } from '../http/origin.ts'
import { requireUser, type Authenticate } from '../http/require-user.ts'
import { readBranding, readLogo, removeLogo, setLogo, type LogoDeps } from './branding.ts'

const LOGO_CACHE = 'public, max-age=31536000, immutable'

const picture = z.string().meta({ format: 'binary' })
const pictureBody = {
  body: { content: Object.fromEntries(LOGO_TYPES.map((type) => [type, { schema: picture }])), required: true },
}
const reply = jsonReply(brandingSchema, 'The caller’s branding')

const getRoute = createRoute({ method: 'get', path: BRANDING_PATHS.one, security: signedIn, responses: reply })
const putRoute = createRoute({
  method: 'put',
  path: BRANDING_PATHS.one,
  security: signedIn,
  request: jsonBody(brandingChangeSchema),
  responses: reply,
})
const putLogoRoute = createRoute({
  method: 'put',
  path: BRANDING_PATHS.logo,
  security: signedIn,
  request: pictureBody,
  responses: reply,
})
const deleteLogoRoute = createRoute({
  method: 'delete',
  path: BRANDING_PATHS.logo,
  security: signedIn,
  responses: reply,
})

/** Logo and accent colour of the caller's pages, and the public logos on those pages. */
export function brandingRoutes(deps: LogoDeps & { origin: Origin; authenticate: Authenticate }): OpenAPIHono<AppEnv> {
  const router = createRouter()
  const user = requireUser(deps.authenticate)
  router.use(BRANDING_PATHS.one, user)
  router.use(BRANDING_PATHS.logo, user)
  router.openapi(getRoute, async (c) => c.json(await readBranding(deps, c.var.caller.userId, deps.origin(c)), 200))
  router.openapi(putRoute, async (c) => {
    await deps.brandings.set(c.var.caller.userId, { accent: c.req.valid('json').accent }, deps.clock())
    return c.json(await readBranding(deps, c.var.caller.userId, deps.origin(c)), 200)
  })
  router.openapi(putLogoRoute, async (c) => {
    // Read completely, up to the API's limit: a browser whose upload is cut off never sees the reason.
    await setLogo(deps, c.var.caller.userId, new Uint8Array(await c.req.arrayBuffer()))
    return c.json(await readBranding(deps, c.var.caller.userId, deps.origin(c)), 200)
  })
  router.openapi(deleteLogoRoute, async (c) => {
    await removeLogo(deps, c.var.caller.userId)
    return c.json(await readBranding(deps, c.var.caller.userId, deps.origin(c)), 200)
  })
  router.get('/api/logos/:name', async (c) => {
    const { type, content } = await readLogo(deps, c.req.param('name'))
    return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
      headers: { 'Content-Type': type, 'Cache-Control': LOGO_CACHE },
    })
  })
  return router
}
