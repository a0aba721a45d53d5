import type { JsonSchema } from 'json-schema-faker'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  schema: JsonSchema
}

/** What is read of the description; OpenAPI 3.1. */
interface Description {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema?: JsonSchema }> } }>
  >
}

/** One route of the API as its description has it. */
export interface Operation {
  method: string
  /** With `{names}` of parameters. */
  path: string
  parameters: Parameter[]
  /** Media type and schema of its body; null: it takes none. */
  body: { type: string; schema: JsonSchema } | null
}

/** Reads every route from a server's own description. @param url of the server. */
export async function readOperations(url: string): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Description
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
      const body = type === undefined ? null : { type, schema: content?.schema ?? {} }
      return { method: method.toUpperCase(), path, parameters, body }
    }),
  )
}
