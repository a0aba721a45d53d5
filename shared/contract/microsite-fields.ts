import { z } from 'zod'

/**
 * The plain fields of a microsite: each is one value, which cards, the owner's page, recipients and the JSON export have
 * alike. A field that a recipient must not read belongs to the schema of its readers instead (`micrositeCardSchema`,
 * `micrositeSchema`). CONTRIBUTING.md walks through adding one.
 */
export const plainFieldsSchema = z.object({
  title: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  duration_ms: z.number().int().nullable(),
})
export type PlainFields = z.infer<typeof plainFieldsSchema>
