import * as z from 'zod/mini'

/** `#rrggbb`; case-insensitive, stored in lower case. */
const accentSchema = z.pipe(
  z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'Enter a color as #rrggbb.')),
  z.transform((colour) => colour.toLowerCase()),
)

/**
 * Appearance of a user's microsites and shared pages. null: the product's default. `logo_url` is readable by anyone
 * who has it.
 */
export const brandingSchema = z.object({ accent: z.nullable(z.string()), logo_url: z.nullable(z.string()) })
export type Branding = z.infer<typeof brandingSchema>

/** Body of PUT /api/branding; the logo has its own path, whose body is the image. */
export const brandingChangeSchema = z.object({ accent: z.nullable(accentSchema) })

/**
 * Image types for a logo; SVG is excluded because it can contain scripts. The server checks the bytes, not the name.
 */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const MAX_LOGO_BYTES = 1024 * 1024
/** A few kilobytes can unpack to gigabytes in every recipient's browser. */
export const MAX_LOGO_PIXELS = 4_000_000

/** GET and PUT `one`; PUT (with the image as body) and DELETE `logo`. All return the resulting branding. */
export const BRANDING_PATHS = { one: '/api/branding', logo: '/api/branding/logo' } as const
