import { z } from '@hono/zod-openapi'
import type { Context, TypedResponse } from 'hono'
import { apiErrorSchema, functionErrorSchema } from '@callfolio/shared/contract/api-error.ts'
import { inPieces } from './in-pieces.ts'
import type { Turns } from './turns.ts'

const json = <S extends z.ZodType>(schema: S) => ({ content: { 'application/json': { schema } } })

/** A JSON request body in a route's description. */
export function jsonBody<S extends z.ZodType>(schema: S) {
  return { body: { ...json(schema), required: true } }
}

/** The success reply of a JSON route, and the error shape of all others. */
export function jsonReply<S extends z.ZodType>(schema: S, description: string) {
  return { 200: { ...json(schema), description }, default: { ...json(apiErrorSchema), description: 'An error' } }
}

/** Answers with a reply that is JSON already. @param bodies of a `Reply`, one after the other. */
export function writtenJson<Reply>(
  c: Context,
  bodies: readonly Uint8Array[],
  turns: Turns,
): Response & TypedResponse<Reply, 200, 'json'> {
  const length = bodies.reduce((sum, body) => sum + body.length, 0)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(length) }
  return c.body(inPieces(bodies, turns), 200, headers) as unknown as Response & TypedResponse<Reply, 200, 'json'>
}

/** A route whose success has no body. */
export function emptyReply(description: string) {
  return { 204: { description }, default: { ...json(apiErrorSchema), description: 'An error' } }
}

/** Like `jsonReply` for the server functions, whose `error` is a plain string. */
export function functionReply<S extends z.ZodType>(schema: S, description: string) {
  return { 200: { ...json(schema), description }, default: { ...json(functionErrorSchema), description: 'An error' } }
}

/** `{id}` of a path. */
export const idParam = { params: z.object({ id: z.string().min(1).max(100) }) }

/** Marks a route as one for signed-in callers. */
export const signedIn = [{ bearer: [] }]
