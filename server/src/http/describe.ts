import { z } from '@hono/zod-openapi'
import type { Context, TypedResponse } from 'hono'
import { apiErrorSchema, functionErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import { inPieces } from './in-pieces.ts'

/** A JSON body in a route's description. */
export const jsonContent = <S extends z.core.$ZodType>(schema: S) => ({
  content: { 'application/json': { schema: fullSchema(schema) } },
})

/** A JSON request body in a route's description. */
export function jsonBody<S extends z.core.$ZodType>(schema: S) {
  return { body: { ...jsonContent(schema), required: true } }
}

/** A request's query in a route's description. */
export function query<Shape extends z.core.$ZodShape>(schema: z.core.$ZodObject<Shape>) {
  return { query: fullSchema(schema) as unknown as z.ZodObject<Shape> }
}

/** The success response of a JSON route, and the error shape of all others. */
export function jsonReply<S extends z.core.$ZodType>(schema: S, description: string) {
  return {
    200: { ...jsonContent(schema), description },
    default: { ...jsonContent(apiErrorSchema), description: 'An error' },
  }
}

/** Responds with a `Reply` already encoded as JSON. @param parts in order; sent without a copy. */
export function encodedJson<Reply>(
  c: Context,
  parts: readonly Uint8Array[],
): Response & TypedResponse<Reply, 200, 'json'> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(length) }
  return c.body(inPieces(parts), 200, headers) as unknown as Response & TypedResponse<Reply, 200, 'json'>
}

/** A route whose success response has no body. */
export function emptyReply(description: string) {
  return { 204: { description }, default: { ...jsonContent(apiErrorSchema), description: 'An error' } }
}

/** Like `jsonReply` for the server functions, whose `error` is a plain string. */
export function functionReply<S extends z.core.$ZodType>(schema: S, description: string) {
  return {
    200: { ...jsonContent(schema), description },
    default: { ...jsonContent(functionErrorSchema), description: 'An error' },
  }
}

/** The `{id}` path parameter. */
export const idParam = { params: z.object({ id: z.string().min(1).max(100) }) }

/** Marks a route as requiring sign-in. */
export const signedIn = [{ bearer: [] }]

/**
 * The same schema built from the full library, which the API's description needs. `shared` builds its schemas from the
 * library's small edition because browsers load them.
 */
function fullSchema<S extends z.core.$ZodType>(schema: S): z.ZodType<z.output<S>, z.input<S>> {
  const name = schema.constructor.name.replace('ZodMini', 'Zod')
  const Full = (z as unknown as Record<string, new (def: object) => z.ZodType<z.output<S>, z.input<S>>>)[name]
  if (Full === undefined) throw new Error(`The full library has no ${name}.`)
  const { checks, ...parts } = schema._zod.def
  return new Full({ ...mapValues(parts), ...(checks && { checks }) })
}

function fullPart(part: unknown): unknown {
  if (part instanceof z.core.$ZodType) return fullSchema(part)
  if (Array.isArray(part)) return part.map(fullPart)
  return z.core.util.isPlainObject(part) ? mapValues(part) : part
}

function mapValues(parts: object): object {
  return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, fullPart(part)]))
}
