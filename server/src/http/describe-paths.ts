import { z, type createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import type { AppEnv } from './app.ts'
import { signedIn } from './describe.ts'

type RouteConfig = Parameters<typeof createRoute>[0]
type Request = NonNullable<RouteConfig['request']>

/** A route handled by another library or a plain handler. */
export interface PlainRoute {
  method: RouteConfig['method']
  path: string
  /** The meaning of a success. */
  means: string
  /** Status of a success. */
  status?: number
  /** Media type of its body; absent: none. */
  gives?: string
  request?: Request
  /** For signed-in callers only. */
  signedIn?: boolean
}

/** Describes routes that check their requests themselves: mainly lists them. */
export function describePaths(router: OpenAPIHono<AppEnv>, routes: readonly PlainRoute[]): void {
  for (const { method, path, means, status = 200, gives, request, signedIn: needsSession = false } of routes)
    router.openAPIRegistry.registerPath({
      method,
      path,
      ...(request && { request }),
      ...(needsSession && { security: signedIn }),
      responses: {
        [status]: { description: means, ...(gives && { content: { [gives]: { schema: getBody(gives) } } }) },
        default: { description: 'An error' },
      },
    })
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
