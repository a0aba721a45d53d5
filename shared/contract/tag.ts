import * as z from 'zod/mini'
import { nameSchema } from './name.ts'
import { DEFAULT_TAG_COLOR, TAG_COLORS } from '../tag-colors.ts'

/** A user's tag. `microsite_count` is the number of microsites with it. */
export const tagSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  color: z.string(),
  description: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  microsite_count: z.int(),
})
export type Tag = z.infer<typeof tagSchema>

/** Newest first. */
export const tagListSchema = z.object({ tags: z.array(tagSchema) })

const tagNameSchema = nameSchema().check(
  z.trim(),
  z.minLength(1, 'Enter a tag name.'),
  z.maxLength(50, 'Tag names can have up to 50 characters.'),
  // The description of the API has no place for the flag that \p{Cc} needs.
  // oxlint-disable-next-line no-control-regex
  z.regex(/^[^\x00-\x1f\x7f-\x9f]*$/, 'Use a single line for the tag name.'),
)

const descriptionSchema = z.pipe(
  z.nullable(z.string().check(z.trim(), z.maxLength(500, 'Descriptions can have up to 500 characters.'))),
  z.transform((description) => description || null),
)

/** Body of POST /api/tags. Names are unique per user, ignoring case. */
export const tagFormSchema = z.object({
  name: tagNameSchema,
  color: z._default(z.enum(TAG_COLORS), DEFAULT_TAG_COLOR),
  description: z._default(descriptionSchema, null),
})
export type TagForm = z.output<typeof tagFormSchema>

/** Body of PATCH /api/tags/{id}: absent fields stay unchanged. */
export const tagChangeSchema = z.partial(
  z.object({ name: tagNameSchema, color: z.enum(TAG_COLORS), description: descriptionSchema }),
)
export type TagChange = z.output<typeof tagChangeSchema>

/** Answer of DELETE /api/tags/{id}: how many microsites had the tag. */
export const tagRemovalSchema = z.object({ removed: z.object({ assignments: z.int() }) })

export const TAG_PATHS = { list: '/api/tags', one: (id: string) => `/api/tags/${encodeURIComponent(id)}` } as const
