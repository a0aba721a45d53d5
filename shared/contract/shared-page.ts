import { z } from 'zod'

/** Body of POST /api/views: the sealed ticket that came with the page. The answer is 204 whether a view was counted or not. */
export const viewSchema = z.object({ ticket: z.string().min(1).max(2000) })

/** Answer of POST /api/microsites/{id}/preview: an address that is good for five minutes. */
export const previewSchema = z.object({ url: z.string(), expires_at: z.iso.datetime() })
