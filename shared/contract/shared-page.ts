import * as z from 'zod/mini'
import { LINK_SECTIONS, linkSectionSchema } from './share.ts'

/**
 * Body of POST /api/views: the sealed ticket that came with the page, and the sections reached so far. The first
 * request counts the view, later ones from the same page add sections. The answer is always 204, counted or not.
 */
export const viewSchema = z.object({
  ticket: z.string().check(z.minLength(1), z.maxLength(2000)),
  sections: z._default(z.array(linkSectionSchema).check(z.maxLength(LINK_SECTIONS.length)), []),
})

/** Answer of POST /api/microsites/{id}/preview: a URL that is valid for five minutes. */
export const previewSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() })
