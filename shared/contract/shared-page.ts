import { z } from 'zod'
import { LINK_SECTIONS, linkSectionSchema } from './share.ts'

/**
 * Body of POST /api/views: the sealed ticket that came with the page, and the sections that were reached so far. The first
 * one counts the view, later ones of the same page add sections. The answer is 204 whether anything was counted or not.
 */
export const viewSchema = z.object({
  ticket: z.string().min(1).max(2000),
  sections: z.array(linkSectionSchema).max(LINK_SECTIONS.length).default([]),
})

/** Answer of POST /api/microsites/{id}/preview: an address that is good for five minutes. */
export const previewSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() })
