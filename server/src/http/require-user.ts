import { createMiddleware } from 'hono/factory'
import { AppError } from '../kernel/errors.ts'
import type { AppEnv, Caller } from './app.ts'

/** Checks an access token: its signature, and that its session has not ended. @throws AppError when it is refused. */
export type Authenticate = (accessToken: string) => Promise<Caller>

/** Reads `Authorization: Bearer <access token>`. @returns null when there is none. */
export function bearerToken(header: string | undefined): string | null {
  const [scheme, token] = (header ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

/** Requires a signed-in caller and sets `c.var.caller`. */
export function requireUser(authenticate: Authenticate) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const token = bearerToken(c.req.header('authorization'))
    if (token === null) throw new AppError('no_authorization', 'You must be signed in')
    c.set('caller', await authenticate(token))
    await next()
  })
}
