import { createMiddleware } from 'hono/factory'
import { isWithinJsonSize } from '../kernel/json-size.ts'
import type { AppEnv } from './app.ts'

/**
 * Five thousand edited lines have 20,000 values. A schema reports each invalid one, which takes seconds for millions.
 */
const BODY_SIZE = { values: 60_000, depth: 32 }

/** Refuses JSON bodies with far more values than any request needs, when a handler reads them, not before. */
export function limitJson() {
  return createMiddleware<AppEnv>(async (c, next) => {
    const { req } = c
    const parse = req.json.bind(req)
    req.json = async () => {
      if (!isWithinJsonSize(new Uint8Array(await req.arrayBuffer()), BODY_SIZE))
        throw new SyntaxError('too many values')
      return parse()
    }
    await next()
  })
}
