import { MOST_EVIDENCE_LINES } from '@callfolio/shared/contract/microsite.ts'
import type { GbnfJsonObjectSchema, GbnfJsonSchema } from 'node-llama-cpp'
import { z } from 'zod'

/** Stop a model that repeats itself; far above what a person would write. Characters, entries. */
const LONGEST_TEXT = 400
const LONGEST_ID = 12
const MOST_ENTRIES = 15

type JsonSchema = z.core.JSONSchema.BaseSchema
/** Without references between parts. */
type Held = GbnfJsonSchema<Record<string, never>>
type HeldObject = GbnfJsonObjectSchema<string, Record<string, never>>

/**
 * The grammar for llama.cpp from the schema that parses the answer: every key in order, every text and list bounded. A
 * list of plain strings is treated as ids.
 */
export function getGrammarSchema(schema: z.ZodType): HeldObject {
  return getObject(z.toJSONSchema(schema))
}

function bounded(schema: JsonSchema): Held {
  const choices =
    schema.anyOf ??
    schema.oneOf ??
    (Array.isArray(schema.type) ? schema.type.map((type: unknown) => asSchema({ ...schema, type })) : undefined)
  if (choices !== undefined) return { oneOf: choices.map(bounded) }
  if (schema.const !== undefined) return { const: literal(schema.const) }
  if (schema.enum !== undefined) return { enum: schema.enum.map(literal) }
  const { type } = schema
  if (type === 'object') return getObject(schema)
  if (type === 'array') return getList(asSchema(schema.items))
  if (type === 'string') return { type, maxLength: LONGEST_TEXT }
  if (type === 'number' || type === 'integer' || type === 'boolean' || type === 'null') return { type }
  throw new Error(`a grammar can't express ${JSON.stringify(schema)}`)
}

function getObject({ properties = {} }: JsonSchema): HeldObject {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, bounded(asSchema(value))])),
  }
}

function getList(items: JsonSchema): Held {
  const isIds = items.type === 'string' && items.enum === undefined
  return isIds
    ? { type: 'array', maxItems: MOST_EVIDENCE_LINES, items: { type: 'string', maxLength: LONGEST_ID } }
    : { type: 'array', maxItems: MOST_ENTRIES, items: bounded(items) }
}

function asSchema(value: unknown): JsonSchema {
  if (!isSchema(value)) throw new Error("a grammar can't express a schema that allows anything")
  return value
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function literal(value: unknown): string | number | boolean | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  throw new Error("a grammar can't express this value")
}
