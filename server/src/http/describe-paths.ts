import { z, type createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from './app.ts'
import { signedIn } from './describe.ts'

type RouteConfig = Parameters<typeof createRoute>[0]
type Request = NonNullable<RouteConfig['request']>

/** A route handled by another library or a plain handler. */
interface PlainRoute {
  /** The meaning of a success. */
  means: string
  /** Status of a success; only 200 has a body. */
  status?: number
  /** Media type of the body, instead of the usual one. */
  gives?: string
  request?: Request
}

interface Usual {
  /** Media type of their bodies; absent: none. */
  gives?: string
  /** For signed-in callers only. */
  signedIn?: boolean
}

/**
 * Describes routes that check their requests themselves: mainly lists them.
 * @param usual what the routes have in common.
 * @param routes by method and path, as in `get /health`.
 */
export function describePaths(
  router: OpenAPIHono<AppEnv>,
  usual: Usual,
  routes: Readonly<Record<`${RouteConfig['method']} /${string}`, PlainRoute>>,
): void {
  for (const [route, { means, status = 200, gives = usual.gives, request }] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ')
    router.openAPIRegistry.registerPath({
      method: method as RouteConfig['method'],
      path,
      ...(request && { request }),
      ...(usual.signedIn && { security: signedIn }),
      responses: {
        [status]: {
          description: means,
          ...(gives && status === 200 && { content: { [gives]: { schema: getBody(gives) } } }),
        },
        default: { description: 'An error' },
      },
    })
  }
}

function getBody(mediaType: string): z.ZodType {
  if (mediaType === 'application/json') return z.union([z.looseObject({}), z.array(z.unknown())])
  // JSON Schema can describe one event at most, not the stream.
  return mediaType === 'text/event-stream' ? z.unknown() : z.string()
}

/** A required string in a path, query or header. */
export const given = (...names: string[]) => z.object(Object.fromEntries(names.map((name) => [name, z.string()])))
/** An optional string. */
export const maybe = (...names: string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.string().optional()])))
