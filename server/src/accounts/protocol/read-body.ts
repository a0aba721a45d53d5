import type { z } from 'zod'
import { AuthError } from './auth-error.ts'
import { check } from './auth-requests.ts'

/** The parts of a request that handlers use. */
interface Incoming {
  req: { json(): Promise<unknown> }
}

/** @throws {AuthError} bad_json. */
export async function readJson(c: Incoming): Promise<unknown> {
  return c.req.json().catch((cause: unknown) => {
    throw new AuthError('bad_json', 'Could not parse request body as JSON', { cause })
  })
}

/** @throws {AuthError} bad_json or validation_failed. */
export async function readBody<T>(c: Incoming, schema: z.ZodType<T>): Promise<T> {
  return check(schema, await readJson(c))
}
