import { z } from 'zod'

/** `#rrggbb`; read in either case, kept in lower case. */
const accentSchema = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, 'Enter a colour as #rrggbb.')
  .transform((colour) => colour.toLowerCase())

/** How a user's microsites and shared pages appear. null: the product's own. `logo_url` can be read by anyone who has it. */
export const brandingSchema = z.object({ accent: z.string().nullable(), logo_url: z.string().nullable() })
export type Branding = z.infer<typeof brandingSchema>

/** Body of PUT /api/branding; the logo has a path of its own, whose body is the picture. */
export const brandingChangeSchema = z.object({ accent: accentSchema.nullable() })

/** Pictures a logo may be; SVG is left out because it can carry scripts. The server checks the bytes, not at the name. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const
export const MAX_LOGO_BYTES = 1024 * 1024
/** Some kilobytes can unpack to gigabytes in every recipient's browser. */
export const MAX_LOGO_PIXELS = 4_000_000

/** GET and PUT `one`; PUT (with the picture as body) and DELETE `logo`. All answer with the branding as it is then. */
export const BRANDING_PATHS = { one: '/api/branding', logo: '/api/branding/logo' } as const
