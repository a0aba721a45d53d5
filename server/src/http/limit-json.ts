import { createMiddleware } from 'hono/factory'
import { isWithinJsonSize } from '../kernel/json-size.ts'
import type { AppEnv } from './app.ts'

/** Five thousand edited lines have 20,000 values. A schema reports each wrong one, which takes seconds for millions. */
const BODY_SIZE = { values: 60_000, depth: 32 }

/** Has handlers read no JSON body of far more values than a request has. It is read when they ask for it, not before. */
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
