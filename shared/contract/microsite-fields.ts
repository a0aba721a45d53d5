import { z } from 'zod'
import { daysBeginningWith } from '../date-prefix.ts'
import { MAX_TITLE } from '../titles.ts'

/**
 * The plain fields of a microsite: single values that cards, the owner's page, recipients and the JSON export all have. A
 * field that recipients must not read doesn't belong here but in `micrositeCardSchema` or `micrositeSchema`. CONTRIBUTING.md
 * walks through adding one.
 */
export const plainFieldsSchema = z.object({
  title: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  duration_ms: z.number().int().nullable(),
})
export type PlainFields = z.infer<typeof plainFieldsSchema>

/** The plain fields that the owner writes, as an edit gives them. */
export const plainEditSchema = z.object({
  title: z.string().trim().min(1, 'Please enter a title.').max(MAX_TITLE),
  description: z
    .string()
    .trim()
    .max(5000)
    .nullable()
    .transform((description) => description || null),
})
export type PlainEdit = z.output<typeof plainEditSchema>

/** What a list of microsites can be narrowed to; what is absent narrows nothing. */
export const listFiltersSchema = z.object({
  /**
   * Words of the title, the description or, above the free plan, of what was said within minutes, or part of a tag's name; in
   * any case, with or without accents. The last word may be the beginning of one.
   */
  q: z.string().max(200).optional(),
  /** Name of a tag that must be there. */
  tag: z.string().max(50).optional(),
  /** Beginning, of any length, of the day of creation (`YYYY-MM-DD`) in the user's time zone. */
  created: z
    .string()
    .refine((text) => daysBeginningWith(text) !== null, 'There is no such date.')
    .optional(),
})
