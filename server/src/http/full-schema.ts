import { z } from '@hono/zod-openapi'

/**
 * The same schema built from the full library, which the API's description needs. `shared` builds its schemas from the
 * library's small edition because browsers load them.
 */
export function fullSchema<S extends z.core.$ZodType>(schema: S): z.ZodType<z.output<S>, z.input<S>> {
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
