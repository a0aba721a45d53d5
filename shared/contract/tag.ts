import { z } from 'zod'
import { nameSchema } from './name.ts'
import { DEFAULT_TAG_COLOR, TAG_COLORS } from '../tag-colors.ts'

/** A user's tag. `microsite_count` is the number of microsites with it. */
export const tagSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  color: z.string(),
  description: z.string().nullable(),
  created_at: z.iso.datetime(),
  microsite_count: z.number().int(),
})
export type Tag = z.infer<typeof tagSchema>

/** Newest first. */
export const tagListSchema = z.object({ tags: z.array(tagSchema) })

const tagNameSchema = nameSchema()
  .trim()
  .min(1, 'Enter a tag name.')
  .max(50, 'Tag names can have up to 50 characters.')
  // The description of the API has no place for the flag that \p{Cc} needs.
  // oxlint-disable-next-line no-control-regex
  .regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'Use a single line for the tag name.')

const descriptionSchema = z
  .string()
  .trim()
  .max(500, 'Descriptions can have up to 500 characters.')
  .nullable()
  .transform((description) => description || null)

/** Body of POST /api/tags. Names are unique per user, ignoring case. */
export const tagFormSchema = z.object({
  name: tagNameSchema,
  color: z.enum(TAG_COLORS).default(DEFAULT_TAG_COLOR),
  description: descriptionSchema.default(null),
})
export type TagForm = z.output<typeof tagFormSchema>

/** Body of PATCH /api/tags/{id}: absent fields stay unchanged. */
export const tagChangeSchema = z
  .object({ name: tagNameSchema, color: z.enum(TAG_COLORS), description: descriptionSchema })
  .partial()
export type TagChange = z.output<typeof tagChangeSchema>

/** Answer of DELETE /api/tags/{id}: how many microsites had the tag. */
export const tagRemovalSchema = z.object({ removed: z.object({ assignments: z.number().int() }) })

export const TAG_PATHS = { list: '/api/tags', one: (id: string) => `/api/tags/${encodeURIComponent(id)}` } as const
